/** Loaded at the first request of an assistant: a process that serves none spares its memory. */
export {
  createMcpHandler,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server'

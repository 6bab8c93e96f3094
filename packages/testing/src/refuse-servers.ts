import { ChildProcess } from 'node:child_process'
import { Server, Socket } from 'node:net'
import { impureTestError } from './impure-test-error.ts'

/** Vitest runs this before the pure tests: they start no server, open no connection and run no program. */
Server.prototype.listen = refuse('starts a server')
Socket.prototype.connect = refuse('opens a connection')
Object.assign(ChildProcess.prototype, { spawn: refuse('runs a program') })

function refuse(act: string): () => never {
  return () => {
    throw impureTestError(act)
  }
}

import { parentPort } from 'node:worker_threads'
import { extractReference } from './extract-reference.ts'

parentPort?.postMessage(extractReference())

// What the first question to a model loads.
export { createProxyDispatcher } from '@signalpost/outgoing'
export { request } from 'undici'

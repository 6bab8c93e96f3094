import express, { type Express } from 'express'

/** Creates an Express application that reveals nothing about itself, takes paths literally and leaves queries alone. */
export function createApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', false)
  app.enable('strict routing')
  app.enable('case sensitive routing')
  return app
}

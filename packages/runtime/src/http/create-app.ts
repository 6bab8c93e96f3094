import express, { type Express } from 'express'

/** Creates an Express application that reveals nothing about itself and takes paths and queries literally. */
export function createApp(): Express {
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.enable('strict routing')
  app.enable('case sensitive routing')
  return app
}

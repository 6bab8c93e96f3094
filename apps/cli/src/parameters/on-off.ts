import { z } from 'zod'

/** `on` or `off`. */
export const onOff = z.enum(['on', 'off']).transform((text) => text === 'on')

import { z } from 'zod'
import type { View } from './view.ts'

const mail = z.object({ subject: z.string().min(1), text: z.string().min(1), html: z.string().min(1) })

export const mailView: View = {
  widths: [390, 700],
  show: (page, sent) => page.setContent(mail.parse(sent).html),
}

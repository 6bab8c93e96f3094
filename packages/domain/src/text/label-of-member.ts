/** What people call a member of a document: `Access key` for `accessKey`, `Webhook URL` for `webhookUrl`. */
export function labelOfMember(member: string): string {
  const words = member.replaceAll('_', ' ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const text = words.replaceAll(/\b(?:api|ca|url)\b/g, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const jsonType =
  /^[ \t]*(?:application\/json|[!#$%&'*+.^_`|~0-9a-z-]+\/[!#$%&'*.^_`|~0-9a-z+-]+\+json)[ \t]*$/i
const utf8Charset = /^[ \t]*charset=(?:"utf-?8"|utf-?8)[ \t]*$/i
const charset = /^[ \t]*charset[ \t]*=/i

/** Whether a content type is `application/json` or `…+json`, in UTF-8, also spelt `utf8`, where it names a charset. */
export function isJsonContentType(contentType: string | undefined): boolean {
  if (contentType === 'application/json') return true
  const [type = '', ...parameters] = (contentType ?? '').split(';')
  return (
    jsonType.test(type) &&
    parameters.every((parameter) => !charset.test(parameter) || utf8Charset.test(parameter))
  )
}

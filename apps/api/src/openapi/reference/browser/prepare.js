// Runs before the reference, so that it keeps to the policy of the page: its styles get the nonce, its inline styles
// become properties, and its checks whether it may make code from text fail without a report.
const nonce = document.querySelector('meta[property="csp-nonce"]').content

const createElement = methodOf(Document.prototype, 'createElement')
Document.prototype.createElement = function (...given) {
  const element = createElement.apply(this, given)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}

const setAttribute = methodOf(Element.prototype, 'setAttribute')
Element.prototype.setAttribute = function (name, value) {
  if (name.toLowerCase() === 'style') this.style.cssText = value
  else setAttribute.call(this, name, value)
}

const refuse = () => {
  throw new EvalError('The page makes no code from text.')
}
window.Function = new Proxy(Function, { construct: refuse, apply: refuse })

if (window.trustedTypes) {
  const createPolicy = trustedTypes.createPolicy.bind(trustedTypes)
  // The only policy that the page allows: Vue's.
  trustedTypes.createPolicy = (name) => createPolicy(name, { createHTML: withoutStyles })
}

/** As it was before it is replaced. */
function methodOf(prototype, name) {
  return Object.getOwnPropertyDescriptor(prototype, name).value
}

function withoutStyles(html) {
  return html.replaceAll(/(<[a-z][^<>]*?) style="[^"<>]*"/gi, '$1')
}

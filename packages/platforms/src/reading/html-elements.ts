/** The elements of HTML, those that browsers still know, and those of MathML. */
const elements = new Set(
  `a abbr acronym address applet area article aside audio b base basefont bdi bdo big blink blockquote body br button canvas
  caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption
  figure font footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend
  li link main map mark marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p
  param picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong style sub
  summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr xmp
  maction merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms mspace msqrt mstyle msub
  msubsup msup mtable mtd mtext mtr munder munderover semantics annotation annotation-xml`.split(/\s+/),
)
/** An element of another vocabulary, such as `o:p`, or one that a page defines itself, such as `lite-youtube`. */
const foreign = /^[a-z][\w.]{0,30}[:-][a-z][\w.-]{0,30}$/

/** Whether a name that follows `<` is one of an element. */
export function isHtmlElement(name: string): boolean {
  const lower = name.toLowerCase()
  return elements.has(lower) || foreign.test(lower)
}

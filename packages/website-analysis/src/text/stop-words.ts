/** Words that separate terms and are never part of them: function words, and what every company says about itself. */
const wordsByLanguage: Record<string, string> = {
  en: `a about above across actually add added after again against ago ahead all allow allowed allows almost alone along
    already also although always am among an and another any anybody anyone anything anywhere apart are aren't around as
    ask asks at away b back based be became because become becomes been before began behind being believe below best
    better between beyond big bigger both bring bringing brings brought build building builds built but buy buying buys by c call called
    calls came can can't cannot carefully cause certain certainly choose chooses clear clearly combine combines come comes coming compare compares complete
    completely connect connects could couldn't create created creates creating d daily day days deliver delivers did didn't different do
    does doesn't doing don't done down dozens during e each ease easier easily easy either else end ends enjoy enough
    ensure ensures ensuring entire entirely especially etc even ever every everybody everyone everything everywhere
    exactly example excellent f faced fall falls far fast faster few fewer find finds first fit fits five follow followed
    following follows for forget found four free friendly from full fully further g gave get gets getting
    give given gives giving go goes going gone good got great h had half happen happened happens happy hard has hasn't
    have haven't having he help helped helping helps hence her here here's hers herself higher him himself his hours
    how however hundreds i i'd i'll i'm i've if important improve improved improves improving in include included
    includes including increase increased increasingly indeed inside instead into is isn't it it's its itself j join just
    k keep keeping keeps kept kind know known knows l larger lasts late later latest leading learn
    least leave leaves left less let let's lets like likely little ll long longer look looking looks lose lot
    lots lower m made mainly make makes making many may maybe me means meant might million millions mind minute
    minutes modern moment moments month months more moreover most mostly move moves much must my myself n near nearly
    need needed needing needs never new newest next nice no nobody none nor not note nothing now nowhere number o of off
    offer offered offering offers often oh ok okay old on once one ones only onto or other others otherwise our
    ours ourselves out outside over overall own p particular past people per perfect perhaps please plus
    possible powerful pre pretty proven provide provided provides providing proud put puts q quick quickly quite r
    rather re read ready really receive receives reduce reduced reduces reducing reliable rest right run runs s said same
    save saved saves saving saw say says second seconds see seem seems seen sees sell selling sells send sends set sets seven several shall
    she should shouldn't show showed shown shows simple simpler simply since single six smaller so some
    somebody someone sold something sometimes somewhere soon start started starting starts state stay stays still stop stops
    straight such supported supports sure t take taken takes taking talk tell tells ten than thank thanks that
    that's the their theirs them themselves then there there's therefore these they they're thing things think this those
    though thousands three through throughout thus till time times to today together told tomorrow too took top toward
    towards tried true truly trust trusted try trying turn turns twice two u under understand unique unless unlike until
    up upon us use used useful user's uses using usual usually v various ve very via vs w wait want wanted wants was
    wasn't watch way ways we we'd we'll we're we've week weekly weeks well went were weren't what what's whatever when
    whenever where whether which while who whole whom whose why will wish with within without won't word words work
    worked working works world worse worst worth would wouldn't wrong x y year years yes yesterday yet you you'd you'll
    you're you've your yours yourself z zero
    january february march april june july august september october november december monday tuesday wednesday thursday
    friday saturday sunday mr mrs ms dr inc ltd llc gmbh co corp plc`,
  de: `ab aber alle allem allen aller alles als also am an ander andere anderen auch auf aus bei beim bereits besser besten
    bin bis bist da dabei dadurch daher damit dann das dass dein deine dem den denn der des deshalb dessen die dies diese
    diesem diesen dieser dieses doch dort du durch ein eine einem einen einer eines einfach er es etwa etwas euch euer
    für ganz gegen gibt ganze haben hat hatte hier hin ihm ihn ihnen ihr ihre ihrem ihren ihrer im immer in ins ist ja
    jede jedem jeden jeder jedes jetzt kann kein keine können lassen machen mehr mein mit müssen nach neu neue neuen nicht
    nichts noch nun nur ob oder ohne pro schon schnell sehr sein seine seit sich sie sind so sofort sogar sondern soll
    sowie statt über um und uns unser unsere unserem unseren unserer unter viele vom von vor wann war warum was weil wenn
    wer werden wie wieder wir wird wo wurde zu zum zur zwei zwischen zwar`,
  fr: `à afin ai ainsi alors au aucun aussi autre autres aux avec avez avoir bien c car ce cela ces cet cette ceux chaque
    chez comme comment d dans de des deux donc dont du elle elles en encore entre est et être eux faire fait il ils j je
    jour l la le les leur leurs lors lui ma mais même mes mieux moins mon n ne nos notre nous on ont ou où par pas peut
    plus pour pouvez qu quand que quel quelle qui s sa sans se ses si son sont sous sur ta te tous tout toute toutes très
    tu un une vers vos votre vous y`,
  es: `a al algo antes aquí así cada casi como con contra cual cuando cómo de del desde donde dos durante el ella ellas
    ellos en entre era es esa ese eso esta está están este esto fue gracias ha hacer han hasta hay la las le les lo los
    mas me mejor menos mi mientras mucho muy más nada ni no nos nosotros nuestra nuestras nuestro nuestros o otra otro
    para pero poder por porque puede que qué quien se sea ser si sin sobre solo son su sus sí también tan tiene todo
    todos tu tus un una uno usted ya y yo`,
  it: `a ad al alla alle anche ancora che chi ci come con contro cosa da dal dalla dei del della delle di dopo dove due e è
    ed era essere fare gli ha hanno i il in io la le lo loro ma mai meglio mi molto ne nei nel nella noi non nostra nostro
    o ogni per perché più poi prima quando quello questa questo se sempre senza si sono su sua sui sul sulla suo suoi
    tutti tutto un una uno vi voi vostra vostro`,
  nl: `aan al alle alles als altijd andere ben bij daar dan dat de der deze die dit doen door dus een eigen en er gaan geen
    goed haar had heb hebben heeft hem het hier hij hoe hun ik in is ja je jouw kan kunnen maar maken meer met mijn moet
    na naar niet nieuwe nog nu of om omdat onder ons onze ook op over samen snel te tegen tot u uit uw van veel voor waar
    wat we wel wij wil worden wordt zal ze zelf zich zij zijn zo zonder`,
  pt: `a ao aos até cada com como da das de do dos e é ela ele eles em entre essa esse esta está este eu foi já lhe mais mas
    mesmo meu muito na nas no nos nossa nosso não o os ou para pela pelo por porque pode qual quando que quem se sem ser
    seu seus sua suas só são também tem todos tudo um uma você`,
}

/** Words that occur on every site, whatever its company sells. */
const siteWords = `home homepage login logout sign signup blog pricing careers career vacancies cookie cookies privacy imprint
  impressum terms sitemap newsletter subscribe unsubscribe menu faq faqs download downloads demo demos webinar
  webinars click website copyright rights reserved read overview about`

/** Words that make no term alone or combined with each other. */
const plainWords = `account book contact job news page price register request schedule search trial
  fresh general high large last lead live local low open part place real running small smart support
  advantage answer approach area benefit business case challenge change choice client colleague company
  control cost customer data detail difference effort everyday experience expert expertise fact feature integration figure future
  goal group guide history idea impact industry information issue job knowledge level life list market member money
  name need office opportunity option order overview partner people person phone plan platform point power practice
  price problem process product program project purpose quality question reason report resource result role sale
  service side site situation size software solution staff step story success support system task team technology term
  test thing time tool topic type unit use user value version view visit work worker world year study success expectation
  requirement minute hour day week month question employee manager organisation organization sheet story`

const stopWords = new Map(
  Object.entries(wordsByLanguage).map(([language, words]) => [
    language,
    new Set(`${words} ${siteWords}`.split(/\s+/)),
  ]),
)
const plain = new Set(plainWords.split(/\s+/))

/** Whether a word in lower case ends a term in a language (`en`, `de`). English stop words apply to all languages. */
export function isStopWord(word: string, language: string): boolean {
  return (
    word.length < 2 ||
    /^[\p{N}%€$£.,]+$/u.test(word) ||
    stopWords.get('en')?.has(word.replaceAll('’', "'")) === true ||
    stopWords.get(language)?.has(word) === true
  )
}

/** Whether a singular word alone says nothing about what is sold. */
export function isPlainWord(word: string): boolean {
  return plain.has(word)
}

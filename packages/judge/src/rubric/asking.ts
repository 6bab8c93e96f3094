import type { intents } from './rubric-4.ts'

type Intent = Exclude<keyof typeof intents, 'leave'>
type AskingLanguage = 'en' | 'de' | 'fr' | 'es' | 'nl' | 'it' | 'pt'

/**
 * How people ask, by what it says of them. Phrases, split at commas. A phrase is found by whole words, in English also in
 * the plural, in -ing and in -ed. A phrase of another language than the post's does no harm: none is a common word of one.
 */
export const intentPhrases: Record<Intent, Record<AskingLanguage, string>> = {
  ask: {
    en: `we are looking for, can anyone recommend, what do you use, we're looking for, i am looking for, i'm looking for, im looking for,
      been looking for, currently looking for, start looking for, now looking for, anyone recommend, any recommendations, which alternative, recommend a, recommendations for,
      recommendation for, suggestions for, what do you all use, what are you using, what does everyone use,
      what is everyone using, what do you recommend, what would you recommend, would you recommend, what should i use,
      what should we use, which tool, which software, which app should, best tool for, best software for, best app for, any tool,
      is there a tool, is there any software, is there software, is there an app, does anyone know, do you know of, anyone know of,
      need a tool, need a solution, we need, i need a, i need an, i only need, i just need, what else is there,
      what would i move to, what should i move to, what would you move to,
      please recommend, can you suggest, in the market for, looking to buy, looking to replace, looking to switch, want to buy,
      ready to buy, would you buy, should i buy, should we buy, should i get, should we get, should i try, should we try,
      should i have tried, any suggestions, other options, what did you move to, what did you switch to, what are people moving to,
      what are people switching to, what have you moved to, what do people use, looking for something, there must be a better,
      there must be something better, there has to be a better, there has to be something better`,
    de: `suche nach, wir suchen, ich suche, auf der suche nach, kann jemand empfehlen, könnt ihr empfehlen, jemand eine empfehlung,
      was empfehlt ihr, welche software, welches tool, was benutzt ihr, was nutzt ihr, was verwendet ihr, kennt jemand, wir brauchen,
      ich brauche, wir benötigen, gibt es ein tool, gibt es eine software, empfehlt ihr, welche alternative, welche alternativen, empfehlungen für, empfehlung für, suche etwas, suchen etwas, muss doch etwas besseres geben, muss doch was besseres geben, nutzt ihr, benutzt ihr, verwendet ihr`,
    fr: `je cherche, nous cherchons, on cherche, à la recherche d'un, à la recherche d'une, pouvez-vous me recommander,
      quelqu'un peut recommander, quel logiciel, quel outil, qu'utilisez-vous, vous utilisez quoi, que recommandez-vous,
      que me conseillez-vous, vous conseillez quoi, quelle alternative, connaissez-vous un, quelqu'un connaît, utilisez-vous, vous utilisez, nous avons besoin d'un, nous avons besoin d'une, j'ai besoin d'un,
      j'ai besoin d'une, besoin d'un logiciel, cherche quelque chose, cherchons quelque chose, il doit y avoir mieux`,
    es: `estoy buscando, estamos buscando, busco un, busco una, buscamos un, buscamos una, alguien recomienda, me recomiendan, utilizáis, usáis,
      qué recomiendan, qué recomendáis, qué usan, qué usáis, qué software, qué herramienta, necesitamos un, necesitamos una,
      necesito un, necesito una, qué alternativa, qué alternativas, alguien conoce, recomendaciones de, busco algo, buscamos algo, tiene que haber algo mejor`,
    nl: `op zoek naar, ik zoek een, wij zoeken een, we zoeken een, kan iemand aanraden, kunnen jullie aanraden, wat raden jullie aan,
      welke software, welke tool, wat gebruiken jullie, gebruiken jullie, welk alternatief, kent iemand, iemand een tip, aanbeveling voor, aanbevelingen voor, zoek iets, zoeken iets, er moet toch iets beters`,
    it: `sto cercando, stiamo cercando, cerco un, cerchiamo un, qualcuno può consigliare, cosa consigliate, cosa mi consigliate,
      mi consigliate, usate voi, utilizzate, quale software, quale strumento, cosa usate, quale alternativa, quali alternative, qualcuno conosce, abbiamo bisogno di un, ho bisogno di un, cerco qualcosa, cerchiamo qualcosa, ci deve essere qualcosa di meglio`,
    pt: `estou procurando, estamos procurando, à procura de, procuro um, procuro uma, alguém recomenda, o que recomendam,
      o que vocês usam, vocês usam, o que vocês recomendam, qual software, qual ferramenta, precisamos de um, precisamos de uma, preciso de um,
      preciso de uma, qual alternativa, quais alternativas, alguém conhece, procuro algo, procuramos algo, deve haver algo melhor`,
  },
  move: {
    en: `switch from, moving off, alternatives to, switching to, switched from, migrate from, migrating from, migrate to, moving from,
      move away from, moving away from, move off, alternative to, alternative for, alternatives in, alternatives that, any alternative, best alternative, good alternative, cheaper alternative, replacement for, replace our,
      replacing our, replace it with, want to replace, outgrown, outgrew, we are leaving, we're leaving, i'm leaving, i am leaving,
      thinking of leaving, close my account, closing my account, closed my account,
      closing our account, cancel my contract, cancel my account, cancel our subscription, cancel my subscription, ditch,
      another bank, different bank, moving my business, moving our business, taking my business elsewhere, taking our business elsewhere,
      moving my money, moving my accounts, moving our accounts, not renewing, not renew, won't renew, contract is up, contract ends, contract runs out, up for renewal`,
    de: `alternative zu, alternativen zu, wechseln von, wechsel von, umstieg von, umsteigen von, umsteigen auf, ersatz für, konto kündigen,
      vertrag kündigen, abo kündigen, verlängern nicht, nicht verlängern, vertrag läuft aus, vertrag endet`,
    fr: `alternative à, alternatives à, passer de, je quitte, nous quittons, remplacer notre, migrer de, migrer vers, changer de logiciel,
      changer de banque, changer de fournisseur, clôturer mon compte, ne renouvelons pas, ne pas renouveler, ne renouvelle pas,
      contrat se termine`,
    es: `alternativa a, alternativas a, cambiar de, cambiarnos de, migrar de, migrar a, reemplazo para, dejar de usar, cancelar mi cuenta,
      no renovar, no renovamos, no vamos a renovar, vence el contrato`,
    nl: `alternatief voor, alternatieven voor, overstappen van, overstappen naar, overstap naar, vervanging voor, andere bank,
      rekening opzeggen, contract opzeggen, verlengen niet, niet verlengen, contract loopt af`,
    it: `alternativa a, alternative a, passare da, migrare da, sostituire il nostro, cambiare banca, chiudere il conto,
      non rinnoviamo, non rinnovare, contratto scade`,
    pt: `alternativa ao, alternativa para, alternativas ao, trocar de, migrar do, migrar para, substituir o nosso, cancelar minha conta,
      não renovar, não renovamos, não vamos renovar, contrato vence`,
  },
  compare: {
    en: `vs, versus, which is better, which one is better, which is best, which one is best, compared to, compare to, or should i,
      or should we, difference between, how does it compare`,
    de: `im vergleich zu, was ist besser, welches ist besser`,
    fr: `par rapport à, lequel est mieux, lequel choisir`,
    es: `en comparación con, cuál es mejor`,
    nl: `in vergelijking met, welke is beter, wat is beter`,
    it: `rispetto a, qual è meglio, quale è meglio`,
    pt: `em comparação com, qual é melhor`,
  },
  buying: {
    en: `budget, rfp, request for proposal, get a quote, quote for, quotation for, free trial, request a demo, per seat, procurement,
      willing to pay, shortlist, how much does, how much do you pay, what do you pay, we are a team of, for a team of`,
    de: `unser budget, angebot einholen, kostenvoranschlag, was kostet`,
    fr: `notre budget, un devis, combien coûte, essai gratuit`,
    es: `nuestro presupuesto, presupuesto de, cotización, cuánto cuesta, prueba gratuita`,
    nl: `ons budget, offerte, wat kost, proefperiode`,
    it: `il nostro budget, preventivo, quanto costa, prova gratuita`,
    pt: `nosso orçamento, orçamento de, quanto custa, teste grátis`,
  },
  experience: {
    en: `any experience with, has anyone used, worth it, do you use, do you all use, are you using, anyone happy with, anyone used, has anyone tried, anyone tried, is anyone using,
      anyone using, any good, thoughts on, what do you think of, opinions on, how are you, how do you, how does everyone, worked for you, work for you, hear from others, how well does, how well do,
      what has been your experience, what's been your experience, your experience with`,
    de: `erfahrungen mit, erfahrung mit, hat jemand, lohnt sich, was haltet ihr`,
    fr: `retour d'expérience, retours d'expérience, avis sur, quelqu'un a testé, quelqu'un utilise, que pensez-vous`,
    es: `experiencia con, alguien usa, alguien ha probado, vale la pena, qué opinan`,
    nl: `ervaring met, ervaringen met, heeft iemand, de moeite waard, wat vinden jullie`,
    it: `esperienza con, esperienze con, qualcuno usa, ne vale la pena, cosa ne pensate`,
    pt: `experiência com, alguém usa, alguém já usou, vale a pena, o que acham`,
  },
  problem: {
    en: `struggle with, tired of, too expensive, struggling with, we have trouble, i have trouble, my problem is, our problem is,
      keeps failing, keeps crashing, does not work, doesn't work, not working, can't get, frustrated with, sick of, fed up with,
      waste of time, waste of money, pain point, am i the only one, what's wrong with, needs to stop, gone downhill, gotten worse,
      getting worse, in a spreadsheet, in spreadsheets, with spreadsheets, in excel, ripped off, overcharged, locked out, stopped working, limit reached, need help with, driving me crazy, takes hours, can't keep up, out of hand, unusable,
      hitting a wall, hit the limit, price increase, price hike, prices went up, price went up, pricing went up, bill went from,
      raised our price, raised their prices, raised its prices, raised prices, doubled our price, doubled their prices, changed the price,
      changed its pricing, changed their pricing, twice as much`,
    de: `probleme mit, funktioniert nicht, zu teuer, genug von, genug davon, unzufrieden mit, auf papier, in excel, mit tabellen, stürzt ab, stürzt ständig ab, abgestürzt,
      meldet sich nicht, antwortet nicht, die nase voll, preise erhöht`,
    fr: `problème avec, problèmes avec, ne fonctionne pas, ne marche pas, trop cher, marre de, déçu de, sur papier, sur excel, ne répond pas,
      ne répond jamais, plante sans arrêt, a augmenté ses prix`,
    es: `problemas con, no funciona, demasiado caro, harto de, cansado de, en papel, en excel, no responde, no contesta,
      se cuelga, subió los precios`,
    nl: `problemen met, werkt niet, te duur, ontevreden over, in een spreadsheet, met spreadsheets, in excel, reageert niet, loopt vast,
      prijs verhoogd, prijzen verhoogd`,
    it: `problemi con, non funziona, troppo caro, stanco di, stufo di, su carta, su excel, non risponde, si blocca,
      aumentato i prezzi`,
    pt: `problemas com, não funciona, muito caro, caro demais, cansado de, no papel, no excel, não responde, trava sempre,
      aumentou os preços`,
  },
  curiosity: {
    en: `curious, wondering, any thoughts, anyone else`,
    de: `frage mich`,
    fr: `je me demande`,
    es: `me pregunto`,
    nl: `vraag me af`,
    it: `mi chiedo`,
    pt: `me pergunto`,
  },
}

/** Words that ask for a product where a sentence begins with them. */
export const askingFirst =
  'looking for, searching for, in search of, need a, need an, need some, need recommendations'

/** Words that ask for a product where a sentence ends with them, as German and Dutch put it: "Kassensystem gesucht". */
export const askingLast = 'gesucht, gezocht'

/** Words that name a move right before the name of a product, or with one word between. */
export const leavingBefore: Record<AskingLanguage, string> = {
  en: 'leave, quit, drop, dump, replace, get rid of, done with, get off, migrate off, come off, migrate away from, cancel, cancelling, stop using',
  de: 'weg von, verlassen, ersetzen, ablösen, kündigen, kündige',
  fr: 'quitter, quittons, quitte, abandonner, remplacer, résilier, résilions, résilie, arrêter',
  es: 'dejar, dejo, dejamos, abandonar, reemplazar, salir de, cancelar, cancelo, cancelamos, darnos de baja de, darme de baja de',
  nl: 'weg bij, weg van, af van, stoppen met, vervangen, vertrekken bij',
  it: 'lasciare, lascio, lasciamo, abbandonare, sostituire, via da, disdire, disdico, disdiciamo',
  pt: 'largar, deixar, deixo, deixamos, abandonar, substituir, sair do, sair da, cancelar, cancelo, cancelamos',
}

/** The same right after the name, as German and Dutch put it: "Deputy kündigen". */
export const leavingAfter = 'kündigen, ablösen, ersetzen, verlassen, opzeggen, vervangen, verlaten'

/** Words between two products in a question that weighs them. The Dutch one is a common English word. */
export const choiceWords = { any: 'or, oder, ou, o, oppure', nl: 'of' }

/** Words that name a move where a sentence ends with them. */
export const movingLast =
  'alternative, alternativen, alternativa, alternativas, alternatief, alternatieven, alternatives à'

/** Words that ask for another product in a question alone: "something like that" asks for nothing. */
export const askingInQuestions: Record<AskingLanguage, string> = {
  en: `anything better than, anything like, anything similar to, anything cheaper, anything with, anything without, something better than,
    something like, something similar to, something cheaper, something with, something without, is there a better, is there a cheaper,
    who else offers`,
  de: `etwas besseres, etwas ähnliches, etwas günstigeres, etwas anderes als, was besseres, was anderes als, etwas mit, etwas ohne,
    wohin seid ihr gewechselt`,
  fr: `quelque chose de mieux, quelque chose comme, quelque chose de moins cher, quelque chose avec, quelque chose sans, y a-t-il mieux,
    autre chose que, mieux que`,
  es: `algo mejor, algo parecido a, algo como, algo más barato, hay algo con, hay algo sin, otra cosa que`,
  nl: `iets beters, iets anders dan, iets zoals, iets goedkopers, iets met, iets zonder`,
  it: `qualcosa di meglio, qualcosa di simile a, qualcosa come, qualcosa di più economico, qualcosa con, qualcosa senza, c'è di meglio`,
  pt: `algo melhor, algo parecido com, algo como, algo mais barato, tem algo com, tem algo sem, existe algo`,
}

/** Words that ask for the experience of others where a sentence ends with them: "Deputy: Erfahrungen?" */
export const experienceLast =
  'erfahrungen, erfahrung, ervaringen, ervaring, vos avis, des retours, alguna opinión, alguna experiencia, opinioni, pareri, esperienze, opiniões'

/** Words by which an author says that a move is their own. Some languages say so by the verb alone. */
export const ownWords: Record<AskingLanguage, string> = {
  en: "i, we, i'm, we're, i'll, we'll, i've, we've",
  de: 'ich, wir',
  fr: "je, j'ai, nous, on",
  es: 'quiero, queremos, voy, vamos, dejo, dejamos, cancelo, cancelamos, no renovamos',
  nl: 'ik, wij, we',
  it: 'voglio, vogliamo, lascio, lasciamo, disdico, disdiciamo, non rinnoviamo',
  pt: 'quero, queremos, vou, vamos, deixo, deixamos, cancelo, cancelamos, não renovamos',
}

/** Words by which an author speaks for a team. */
export const teamWords = `we, our, wir, unser, unsere, unseren, unserem, unserer, nous, notre, nos, nosotros, nuestro, nuestra, wij, ons, onze,
  noi, nostro, nostra, nós, nosso, nossa, queremos, vamos, dejamos, cancelamos, vogliamo, lasciamo, disdiciamo, deixamos`

/** The same words where they ask for no product. Of two phrases that begin at one word these win. */
export const otherAsking = `looking for a job, looking for job, looking for a use case, looking for work, looking for a new job, looking for a role, looking for roles,
  looking for a position, looking for opportunities, looking for new opportunities, looking for feedback, looking for honest feedback,
  looking for contributors, looking for testers, looking for beta, looking for early, looking for people, looking for someone, looking for a person, looking for talented, looking for experienced, looking for an experienced,
  looking for engineers, looking for developers, looking for a developer, looking for an engineer, looking for a senior,
  looking for senior, looking for candidates, looking for an exceptional, looking for exceptional, looking for great,
  looking for smart, looking for passionate, looking for a co-founder, looking for advice, looking for opinions,
  searching for a job, searching for work, i need a job, i need a break, we need to, we need more, we need your, we need people,
  we need better, need a job,
  need some help, need some advice, need some feedback, need a hand, need a break, vs code, vscode, vs studio, vs extension,
  looking for subreddits, looking for a subreddit, looking for groups, looking for a group, looking for communities, looking for a community,
  looking for tutorials, looking for a tutorial, looking for a course, looking for courses, looking for books, looking for a mentor, wir suchen dich, wir suchen mitarbeiter,
  mitarbeiter gesucht, verstärkung gesucht, aushilfe gesucht, personal gesucht, personeel gezocht, collega gezocht, medewerker gezocht`

/** Words that turn an asking phrase around, up to four words before it, or right after it, in one part of a sentence. */
export const negations: Record<AskingLanguage, readonly string[]> = {
  en: [
    ...['not', "don't", "doesn't", "didn't", "isn't", "aren't", "won't", "wouldn't", 'never', 'no one', 'no'],
    ...['nothing', 'nobody'],
  ],
  de: ['nicht', 'kein', 'keine', 'keinen', 'nie', 'niemand'],
  fr: ['ne', 'pas', 'aucun', 'aucune', 'jamais'],
  es: ['nunca', 'nadie'],
  nl: ['niet', 'geen', 'nooit', 'niemand'],
  it: ['non', 'nessuno'],
  pt: ['não', 'ninguém'],
}

/** Words after which a denial reaches no further: "we do not renew and look for another". Two of them mean something else elsewhere. */
export const clauseWords = {
  any: 'and, but, und, aber, sondern, et, mais, y, pero, sino, maar, e, mas',
  ...{ nl: 'en', it: 'ma' },
}

/** Words that look like a doubt and are none. */
export const noDoubts = `not sure, don't know, not happy, not satisfied, not great, not only, not just, no idea, can't find, couldn't find,
  didn't find, haven't found, would like, would love, doesn't anyone, why not`

import type {KwokFacts} from '../../facts/controllers/kwok.js';
import type {Sentences} from '../../language-table.js';
import type {Translation} from '../../translation.js';

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} с`;

/** The words for the steps of a Stage. */
const steps: Readonly<Record<KwokFacts['kwok.play']['steps'][number], string>> = {
	event: 'записывает Event',
	finalizers: 'меняет финализаторы',
	patch: 'вносит изменения в объект',
	delete: 'удаляет объект',
};

/** Stops of KWOK, in Russian. */
export const kwokSentences: Translation<Sentences<KwokFacts>> = {
	'kwok.start': () => 'KWOK запускается. Он действует за узлы с аннотацией kwok.x-k8s.io/node: fake.',
	'kwok.node': ({name, managed}) =>
		managed
			? `KWOK берёт узел ${name} на себя: об этом просит его аннотация. Машины за ним нет.`
			: `KWOK больше не заботится об узле ${name}.`,
	'kwok.match': ({kind, name, stage, among, delayMs}) =>
		`Следующий Stage для ${kind} ${name} — ${stage}${among > 1 ? `, выбран случайно из ${among}` : ''}${delayMs > 0 ? `, через ${seconds(delayMs)}` : ''}.`,
	'kwok.play': ({kind, name, stage, steps: done}) =>
		`KWOK исполняет Stage ${stage} для ${kind} ${name}${done.length > 0 ? `: ${done.map((step) => steps[step]).join(', ')}` : ''}.`,
	'kwok.failed': ({kind, name, stage, message, pauseMs}) =>
		`${stage === undefined ? 'Ни один Stage' : `Stage ${stage}`} нельзя исполнить для ${kind} ${name}: ${message}.${pauseMs === undefined ? '' : ` KWOK попробует снова через ${seconds(pauseMs)}.`}`,
	'kwok.lease': (facts) =>
		facts.case === 'renew'
			? `KWOK продлевает Lease узла ${facts.node}: узел считается живым.`
			: `KWOK не может продлить Lease узла ${facts.node}: ${facts.message}.`,
};

import type {KwokFacts} from '../../facts/controllers/kwok.js';
import type {Sentences} from '../../language-table.js';

const seconds = (ms: number): string => `${Math.round(ms / 100) / 10} s`;

/** The words for the steps of a Stage. */
const steps: Readonly<Record<KwokFacts['kwok.play']['steps'][number], string>> = {
	event: 'records an Event',
	finalizers: 'changes the finalizers',
	patch: 'patches the object',
	delete: 'deletes the object',
};

/** Stops of KWOK, in English. */
export const kwokSentences: Sentences<KwokFacts> = {
	'kwok.start': () => 'KWOK starts. It acts for nodes with the annotation kwok.x-k8s.io/node: fake.',
	'kwok.node': ({name, managed}) =>
		managed
			? `KWOK manages the node ${name}, which has no machine: its annotation requests this.`
			: `KWOK no longer manages the node ${name}.`,
	'kwok.match': ({kind, name, stage, among, delayMs}) =>
		`The Stage ${stage} is next for ${kind} ${name}${among > 1 ? `, chosen at random from ${among}` : ''}${delayMs > 0 ? `, in ${seconds(delayMs)}` : ''}.`,
	'kwok.play': ({kind, name, stage, steps: done}) =>
		`KWOK plays the Stage ${stage} on ${kind} ${name}${done.length > 0 ? `: it ${done.map((step) => steps[step]).join(' and ')}` : ''}.`,
	'kwok.failed': ({kind, name, stage, message, pauseMs}) =>
		`${stage === undefined ? 'The Stages' : `The Stage ${stage}`} cannot be played on ${kind} ${name}: ${message}.${pauseMs === undefined ? '' : ` KWOK tries again in ${seconds(pauseMs)}.`}`,
	'kwok.lease': (facts) =>
		facts.case === 'renew'
			? `KWOK renews the Lease of ${facts.node}: the node counts as alive.`
			: `KWOK cannot renew the Lease of ${facts.node}: ${facts.message}.`,
};

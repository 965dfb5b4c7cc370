import {stageNames} from '../stages/stage-pattern.js';

/** Words in the names of many stages, which do not distinguish them. */
const common: ReadonlySet<string> = new Set(['container', 'pod', 'image', 'volume', 'node', 'resources', 'admission']);

const stem = (word: string): string => word.toLowerCase().slice(0, 4);

const wordsIn = (text: string): readonly string[] =>
	text.split(/[^A-Za-z]+/).flatMap((word) => [word, ...word.split(/(?=[A-Z])/)]);

/** Stages that exist once per plug-in. */
const pluginStage = /^(?:scheduler|apiserver\.admit)\.\w+\.\w/;

/** Components whose stages all end with the same word. */
const writers: ReadonlySet<string> = new Set(['dns', 'ingress', 'mesh']);

/** The words that identify a stage in a text: a plug-in, a call, a probe, a consumer of endpoints. Empty for other stages. */
const ownWords = (stage: string): readonly string[] => {
	const parts = stage.split('.');
	const [first = '', second] = parts;
	const last = parts.at(-1) ?? '';
	if (writers.has(first)) {
		return [first];
	}

	if (second === 'probe') {
		return [last];
	}

	return /^[A-Z][a-z]+[A-Z]/.test(last)
		? last.split(/(?=[A-Z][a-z])/).filter((word) => !common.has(word.toLowerCase()))
		: [];
};

/** Whether a text does not mention the stage at which its step ends, although the stage's name is specific. */
export const ignoresStage = (text: string, stage: string): boolean => {
	const own = ownWords(stage);
	const said = new Set(wordsIn(text).map((word) => stem(word)));
	const says = (word: string): boolean => said.has(stem(word)) || text.toLowerCase().includes(word.toLowerCase());
	// Plug-ins have proper names, of which a text may have one word by chance.
	const isSaid = pluginStage.test(stage) ? own.every((word) => says(word)) : own.some((word) => says(word));
	return own.length > 0 && !isSaid;
};

/** The extension point that a text names, `PostFilter`, where its step ends at another stage of the same component. */
export const otherPoint = (text: string, stage: string): string | undefined => {
	const [component = '', ...rest] = stage.split('.');
	const points = new Set(
		stageNames().filter((name) => name.startsWith(`${component}.`) && name.split('.').length === 2),
	);
	return text.match(/\b[A-Z][a-z]+[A-Z][a-z]+\b/g)?.find((word) => {
		const point = word.toLowerCase();
		return points.has(`${component}.${point}`) && rest[0] !== point;
	});
};

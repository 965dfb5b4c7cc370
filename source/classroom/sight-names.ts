import type {Sight} from './format.js';
import {keyNow, resourceOfWord} from './place.js';
import type {LessonRun} from './player.js';
import {textsOf} from './reading.js';

/** A name as a word of its own, in the singular or plural. */
const saysName = (text: string, name: string): boolean =>
	name !== '' &&
	new RegExp(`(?<![\\w.-])${name.replaceAll(/[^\w-]/g, String.raw`\$&`)}(?:e?s)?(?![\\w-])`, 'i').test(text);

/** All that a step says and does, but not what it shows: names there are those that its text is about. */
export const aboutOf = ({step}: Pick<LessonRun, 'step'>): string => {
	const {kubectl, traffic, crash, restart, runTo, expect, ask, task} = step;
	const {options, at, stop, value, order, break: broken} = ask ?? {};
	return [
		...textsOf(step).map(([, text]) => text),
		JSON.stringify([kubectl, traffic, crash, restart, runTo, expect]),
		JSON.stringify([options, at, stop, value, order, broken]),
		JSON.stringify([task?.expect, task?.solution]),
	].join('\n');
};

const lastPart = (key: string): string => key.slice(key.lastIndexOf('/') + 1);

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1);

/** The object of a view, `configmap/settings`, of which a step says neither name nor kind. */
const untoldObject = (run: LessonRun, about: string, object: string | undefined, step: number): string | undefined => {
	const [word = ''] = object?.split('/') ?? [];
	const resource = object?.startsWith('/') ? undefined : resourceOfWord(word);
	const key = object === undefined || !resource ? undefined : keyNow(run.recording, object, step);
	const stop = run.recording.stops.get(step);
	return key === undefined ||
		stop?.object === key ||
		[word, resource?.singular, resource?.kind].some((name) => saysName(about, name ?? '')) ||
		// Objects that it makes have its name before theirs: web-7s9jn.
		saysName(about, lastPart(key)) ||
		about.includes(`/${lastPart(key)}-`)
		? undefined
		: `this shows ${object}, but the step says neither its name nor its kind`;
};

/** A row named after one of several objects of a kind, where the step names another one or none. */
const untoldRow = (
	{recording}: LessonRun,
	about: string,
	row: string | undefined,
	step: number,
): string | undefined => {
	const [, name = row ?? ''] = /^[\w-]+\/([\w.-]+)$/.exec(row ?? '') ?? [];
	const keys = recording.kernel.ledger.keys('/registry/', step);
	const own = keys.filter((key) => lastPart(key) === name);
	const isOneOfSeveral = own.some((key) => keys.some((other) => other !== key && folderOf(other) === folderOf(key)));
	return name === '' || !isOneOfSeveral || saysName(about, name)
		? undefined
		: `this is the row of ${name}, one of several objects, but the step does not name it`;
};

/**
Objects and rows that a step shows without mentioning them: the evidence belongs to another object.

@param shown each view with its place in the step, and the stop at which it opens
*/
export const untoldNames = (
	run: LessonRun,
	shown: ReadonlyArray<readonly [path: readonly string[], sight: Sight | undefined, step: number | undefined]>,
): ReadonlyArray<readonly [path: readonly string[], message: string]> => {
	const about = aboutOf(run);
	return shown.flatMap(([path, sight, step]) => {
		if (!sight || step === undefined) {
			return [];
		}

		const object = untoldObject(run, about, sight.object, step);
		const row = untoldRow(run, about, sight.row, step);
		return [
			...(object === undefined ? [] : [[[...path, 'object'], object] as const]),
			...(row === undefined ? [] : [[[...path, 'row'], row] as const]),
		];
	});
};

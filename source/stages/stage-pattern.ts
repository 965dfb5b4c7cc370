import {admissionPlugins, removedPlugins} from '../objects/admission-plugins.js';
import {authorizationModes} from '../objects/authorization-modes.js';
import {tableOf} from './language.js';

/** All stages, those of a family as one name with `*`. */
const stageKeys = (): readonly string[] => Object.keys(tableOf().sentences);

const plugins: readonly string[] = [...admissionPlugins, ...removedPlugins].map(({name}) => name);

/** The words that `*` matches in a family whose names are all known. */
const members: ReadonlyMap<string, readonly string[]> = new Map([
	['apiserver.authorizer.*', authorizationModes],
	['apiserver.admit.mutate.*', plugins],
	['apiserver.admit.validate.*', plugins],
]);

const segmentsMeet = (pattern: string, segment: string): boolean => {
	if (segment === '*') {
		return true;
	}

	const source = pattern.replaceAll(/[\\^$+?.()|[\]{}]/g, String.raw`\$&`).replaceAll('*', '.*');
	return new RegExp(`^${source}$`, 'i').test(segment);
};

/** Whether some stage of this name could match a pattern; both by their segments. */
const meets = (pattern: readonly string[], stage: readonly string[]): boolean => {
	const [first, ...rest] = pattern;
	if (first === undefined) {
		return true;
	}

	const [segment, ...below] = stage;
	if (segment === undefined) {
		return pattern.every((part) => part === '**');
	}

	return first === '**'
		? meets(rest, stage) || meets(pattern, below)
		: segmentsMeet(first, segment) && meets(rest, below);
};

const isOfFamily = (pattern: string, key: string): boolean => {
	const names = members.get(key);
	const own = pattern.split('.').at(-1) ?? '';
	return (
		names === undefined ||
		pattern.split('.').length < key.split('.').length ||
		names.some((name) => segmentsMeet(own, name))
	);
};

/** Whether a breakpoint's glob over stages matches at least one stage. */
export const isStagePattern = (pattern: string): boolean =>
	stageKeys().some((key) => meets(pattern.split('.'), key.split('.')) && isOfFamily(pattern, key));

/** Stages that a misspelt word may mean. */
export const stageNames = (): readonly string[] => [
	...new Set([
		...stageKeys().filter((key) => !key.includes('*')),
		...[...members].flatMap(([family, names]) => names.map((name) => family.replace('*', name))),
	]),
];

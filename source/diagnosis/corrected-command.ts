import {podSpecPath} from '../objects/pod-template.js';
import {resources} from '../objects/resources.js';
import {nestedSlice, nestedString} from '../objects/unstructured.js';
import {closest} from '../scenario/mistake.js';
import type {Reader} from './look.js';
import type {Saying} from './words/words.js';

/** A refused command line that names a missing object. */
export interface Misnaming {
	/** The words after `kubectl`. */
	readonly line: string;
	/** The words of the refusal. */
	readonly message: string;
	/** Ledger key of the object that its last request was about. */
	readonly key?: string;
	readonly ledger: Reader;
}

/** The probable meaning of the line. */
export interface Correction {
	readonly advice: readonly Saying[];
	/** The words after `kubectl`, corrected; the likeliest first. */
	readonly lines: readonly string[];
}

/** The line with a name replaced; unchanged if the name is not a separate word. */
const renamed = (line: string, name: string, other: string): string => {
	const word = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
	return line.replace(new RegExp(String.raw`(?<![\w.-])${word}(?![\w.-])`), other);
};

/** Containers are named before `=` and after flags. */
const otherContainer = (line: string, name: string, other: string): string =>
	line.includes(`${name}=`) ? line.replace(`${name}=`, `${other}=`) : renamed(line, name, other);

const containersOf = (object: unknown): readonly string[] => {
	const path = podSpecPath(nestedString(object, 'kind') ?? '') ?? ['spec'];
	return ['containers', 'initContainers'].flatMap((list) =>
		nestedSlice(object, ...path, list).flatMap((container) => nestedString(container, 'name') ?? []),
	);
};

const wrongContainer = ({line, key, ledger}: Misnaming, name: string): Correction => {
	const names = containersOf(key === undefined ? undefined : ledger.read(key));
	const near = closest(name, names);
	const meant = near ?? (names.length === 1 ? names[0] : undefined);
	return {
		advice: [({pods, cluster}) => (near === undefined ? pods.containerNames(names) : cluster.didYouMean(near))],
		lines: meant === undefined ? [] : [otherContainer(line, name, meant)],
	};
};

/** An object that is nearly named so, or that another namespace has under this name. */
const wrongObject = ({line, key = '', ledger}: Misnaming, name: string): Correction => {
	const [, plural = '', namespace = ''] = /^\/registry\/([^/]+)\/(?:([^/]+)\/)?[^/]+$/.exec(key) ?? [];
	const beside = key.slice(0, key.lastIndexOf('/') + 1);
	const near =
		plural === ''
			? undefined
			: closest(
					name,
					ledger.keys(beside).map((one) => one.slice(beside.length)),
				);
	if (near !== undefined) {
		return {advice: [({cluster}) => cluster.didYouMean(near)], lines: [renamed(line, name, near)]};
	}

	const elsewhere = ledger
		.keys(`/registry/${plural}/`)
		.map((one) => one.split('/').slice(3))
		.filter(([where = '', ...rest]) => rest.join('/') === name && where !== namespace)
		.flatMap(([where = '']) => (namespace === '' ? [] : [where]));
	const [where] = elsewhere;
	return where === undefined
		? {advice: [], lines: []}
		: {
				advice: [({cluster}) => cluster.isInNamespace(name, where)],
				lines: /\s(?:-n|--namespace)[ =]?/.test(line) ? [] : [line.replace(/(?= -- )|$/, ` -n ${where}`)],
			};
};

const wrongType = ({line}: Misnaming, name: string): Correction => {
	const near = closest(
		name,
		resources.flatMap(({plural, singular}) => [plural, singular].filter((one) => one !== '')),
	);
	return near === undefined
		? {advice: [], lines: []}
		: {advice: [({cluster}) => cluster.didYouMean(near)], lines: [renamed(line, name, near)]};
};

const corrections: ReadonlyArray<
	readonly [words: RegExp, correct: (misnaming: Misnaming, name: string) => Correction]
> = [
	[/unable to find container named "?([^"\n]+?)"?$/m, wrongContainer],
	[/container "?([\w.-]+)"? (?:is not valid for pod|not found in pod)/, wrongContainer],
	[/the server doesn't have a resource type "([^"]+)"/, wrongType],
	[
		/unknown command "(\S+)" for "kubectl"\n\nDid you mean this\?\n\t(\S+)/,
		({line, message}, name) => ({
			advice: [],
			lines: [renamed(line, name, /\n\t(\S+)/.exec(message)?.[1] ?? name)],
		}),
	],
	[/^[\w.-]+ "([^"]+)" not found$/m, wrongObject],
];

/** The probable meaning of a refused command line: another container, object, namespace, type or command. */
export const correctedCommand = (misnaming: Misnaming): Correction => {
	for (const [words, correct] of corrections) {
		const [, name] = words.exec(misnaming.message.replaceAll(/^Error from server[^:]*: /gm, '')) ?? [];
		if (name !== undefined) {
			const {advice, lines} = correct(misnaming, name);
			return {advice, lines: lines.filter((line) => line !== misnaming.line)};
		}
	}

	return {advice: [], lines: []};
};

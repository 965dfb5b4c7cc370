import type {Scenario} from '../../scenario/scenario.js';
import {editManifest} from '../../go/yaml/edit.js';
import {resourceOfWord} from '../../classroom/place.js';
import {schemaOfKind, unknownField} from '../../objects/schema.js';
import {nestedField, type FieldPath} from '../../objects/unstructured.js';
import {closest, Mistake} from '../../scenario/mistake.js';
import type {ManifestObject} from '../../diagnosis/manifest-object.js';
import type {LanguageName} from '../../stages/language-names.js';
import {readFollowUp} from '../follow-up.js';
import {manifestsOf, type Manifests} from '../manifests.js';
import {readFaultPattern, type FaultPattern} from './faults.js';
import {readQuestion} from './question.js';
import {readVariation, settingsOf, valueAt, type SettingValue, type Subject, type Variation} from './variation.js';

/** The subject of repeated runs. Plain data, of which threads get copies. */
export interface Experiment {
	readonly scenario: Scenario;
	/** Path → text. */
	readonly files: Manifests['files'];
	/** The variations of --vary, then the ranges in the words of faults. */
	readonly variations: readonly Variation[];
	readonly faults: readonly FaultPattern[];
	/** The number of additional random ones, drawn by each seed. */
	readonly randomFaults: number;
	/** The commands after the files are applied, each once the cluster has settled. */
	readonly commands: readonly string[];
	/** `HOST:PORT INTERVAL` of a client that sends requests from the first command on. */
	readonly traffic?: string;
	/** The questions at the end of each run. */
	readonly questions: readonly string[];
	/** The longest duration of a run, in virtual milliseconds. */
	readonly forMs?: number;
	/** The most stops of a run after the files are applied. */
	readonly mostStops?: number;
	/** The language in which its ends are also described; English by default. */
	readonly language?: LanguageName;
}

/** One run of an experiment. */
export interface Trial {
	readonly seed: number;
	/** The settings, in the order of the variations. */
	readonly settings: readonly SettingValue[];
	/** The faults that happen; all by default. */
	readonly faults?: readonly number[];
}

/** The words of an experiment, as a user gives them. */
export interface ExperimentWords {
	readonly vary?: readonly string[];
	readonly fault?: readonly string[];
	readonly faults?: number;
	readonly commands?: readonly string[];
	readonly traffic?: string;
	readonly ask?: readonly string[];
	readonly for?: number;
	readonly stops?: number;
	readonly language?: LanguageName;
}

const usualQuestions = ['time to Ready'];

/** The object of the files that `deployment/web` or `deployment/shop/web` names. @throws {Mistake} */
const objectNamed = (name: string, objects: readonly ManifestObject[]): ManifestObject => {
	const [word = '', ...rest] = name.split('/');
	const kind = (resourceOfWord(word)?.kind ?? word).toLowerCase();
	const found = objects.find(
		(object) =>
			object.kind.toLowerCase() === kind &&
			object.name === rest.at(-1) &&
			(rest.length < 2 || (object.namespace ?? 'default') === rest[0]),
	);
	if (!found) {
		const names = objects.map((object) => `${object.kind.toLowerCase()}/${object.name}`);
		throw new Mistake(
			`--vary: the files have no ${name}`,
			{},
			`${closest(name, names) === undefined ? 'they have' : `did you mean ${closest(name, names)}? They have`} ${names.join(', ')}`,
		);
	}

	return found;
};

const hasItem = (written: unknown, path: FieldPath, index: number): boolean => {
	const list = nestedField(written, ...path);
	return Array.isArray(list) && index < list.length;
};

/** The files with a field of an object set. @throws {Mistake} when there is no such object, or the field cannot be set at its place. */
const withField = (
	files: Manifests['files'],
	objects: Manifests['objects'],
	{object, field}: Extract<Subject, {object: string}>,
	value: SettingValue,
): Manifests['files'] => {
	const {file, document, within, written} = objectNamed(object, objects);
	// An index behind the end would add an item.
	const isWithin = field.every(
		(step, index) => typeof step !== 'number' || hasItem(written, field.slice(0, index), step),
	);
	const edited = isWithin && editManifest(files[file] ?? '', document, [...within, ...field], {value});
	if (typeof edited !== 'string') {
		throw new Mistake(
			`--vary: ${field.join('.')} of ${object} cannot be set`,
			{file},
			'check the path: list indexes start at 0, as in spec.containers[0].image',
		);
	}

	return {...files, [file]: edited};
};

/**
Finds a field in the API's schema of its kind.

@throws {Mistake} with the nearest name, when the field does not exist: every run would be refused. Kinds that only the files define are not checked.
*/
const checkField = ({object, field}: Extract<Subject, {object: string}>, objects: Manifests['objects']): void => {
	const {apiVersion, kind, file} = objectNamed(object, objects);
	const unknown = unknownField(schemaOfKind(apiVersion, kind), field);
	if (unknown) {
		const above = field.slice(0, unknown.at);
		const near = closest(String(field[unknown.at]), unknown.fields);
		throw new Mistake(
			`--vary: ${kind} has no field ${field.join('.')}`,
			{file},
			near
				? `did you mean ${[...above, near].join('.')}?`
				: `kubectl explain ${[kind.toLowerCase(), ...above.filter((name) => typeof name === 'string')].join('.')} lists the fields`,
		);
	}
};

/** The manifests as they are in one run. @throws {Mistake} when a field cannot be set. */
export const manifestsWith = (
	manifests: Manifests,
	variations: readonly Variation[],
	settings: readonly SettingValue[],
): Manifests => {
	let {files} = manifests;
	for (const [index, {subject}] of variations.entries()) {
		const value = settings[index];
		if ('object' in subject && value !== undefined) {
			files = withField(files, manifests.objects, subject, value);
		}
	}

	// The name of an object may have changed, unless something inside it was set.
	if (files === manifests.files) {
		return manifests;
	}

	if (variations.every(({subject}) => !('object' in subject) || subject.field[0] === 'spec')) {
		return {...manifests, files};
	}

	return manifestsOf(files);
};

const withNodes = ({nodes}: Scenario, count: number): Scenario['nodes'] => {
	const [first = {name: 'node-a', labels: {}, taints: [], capacity: {}, images: []}] = nodes;
	return Array.from({length: count}, (_, index) => nodes[index] ?? {...first, name: `node-${index + 1}`});
};

/** The scenario as it is in one run. */
export const scenarioOf = ({scenario, variations}: Experiment, {seed, settings}: Trial): Scenario => {
	let latencies = scenario.latencies;
	let nodes = scenario.nodes;
	for (const [index, {subject}] of variations.entries()) {
		const value = Number(settings[index]);
		if ('latency' in subject) {
			latencies = {...latencies, [subject.latency]: value};
		} else if ('nodes' in subject) {
			nodes = withNodes(scenario, value);
		}
	}

	return {...scenario, seed, latencies, nodes};
};

/** Milliseconds between rest and the next command in one run. */
export const pauseOf = ({variations}: Experiment, {settings}: Trial): number =>
	Number(settings[variations.findIndex(({subject}) => 'pause' in subject)] ?? 0);

/** The settings of the ranges of each fault, in order. */
export const faultSettings = ({variations}: Experiment, {settings}: Trial, fault: number): readonly SettingValue[] =>
	settings.filter((_, index) => {
		const subject = variations[index]?.subject;
		return subject !== undefined && 'fault' in subject && subject.fault === fault;
	});

/** The run of a seed. */
export const trialOf = ({variations}: Pick<Experiment, 'variations'>, seed: number): Trial => ({
	seed,
	settings: settingsOf(
		seed,
		variations.map(({choice}) => choice),
	),
});

/** @throws {Mistake} when something is varied twice. */
const checkNames = (variations: readonly Variation[]): void => {
	const twice = variations.find(({name}, index) => variations.findIndex((other) => other.name === name) !== index);
	if (twice) {
		throw new Mistake(`--vary: ${twice.name} is varied twice`, {}, 'leave one of them out');
	}
};

/**
An experiment from its words.

@throws {Mistake} when words cannot be read, or name something that the files lack: nothing is simulated then.
*/
export const experimentOf = (scenario: Scenario, manifests: Manifests, words: ExperimentWords): Experiment => {
	const faults = (words.fault ?? []).map((text, index) => readFaultPattern(text, index));
	const variations = [
		...(words.vary ?? []).map((text) => readVariation(text)),
		...faults.flatMap((fault) => fault.variations),
	];
	checkNames(variations);
	for (const {subject} of variations) {
		if ('object' in subject) {
			checkField(subject, manifests.objects);
		}
	}

	manifestsWith(
		manifests,
		variations,
		variations.map(({choice}) => valueAt(choice, 0)),
	);
	for (const text of words.commands ?? []) {
		if ('packet' in readFollowUp(text)) {
			throw new Mistake(`--then "${text}": a packet's path is not part of a run`, {}, 'ask "requests lost" instead');
		}
	}

	if (words.traffic !== undefined) {
		readFollowUp(`:traffic ${words.traffic}`);
	}

	const asked = words.ask ?? [...usualQuestions, ...(words.traffic === undefined ? [] : ['requests lost'])];
	const questions = asked.map((text) => readQuestion(text).name);
	return {
		scenario,
		files: manifests.files,
		variations,
		faults,
		randomFaults: words.faults ?? 0,
		commands: words.commands ?? [],
		...(words.traffic === undefined ? {} : {traffic: words.traffic}),
		questions: [...new Set(questions)],
		...(words.for === undefined ? {} : {forMs: words.for}),
		...(words.stops === undefined ? {} : {mostStops: words.stops}),
		...(words.language === undefined ? {} : {language: words.language}),
	};
};

import type {Stop} from '../kernel/stop.js';
import {nestedNumber, nestedSlice, nestedString} from '../objects/unstructured.js';
import {objectWords, refusingStop} from './decision.js';
import {codeOf, givenCommands} from './given-commands.js';
import {jointChanges} from './joint-changes.js';
import type {JudgedObject} from './judged.js';
import type {ManifestObject} from './manifest-object.js';
import {keyOfManifest} from './resource-of-kind.js';
import type {AppliedProgress} from './progress.js';
import {unreached} from './outage.js';
import {refusalAdvice} from './refusal.js';
import type {FieldPlace, Refusal} from './reason.js';
import type {RefusalAdvice} from './refused.js';
import {dotted, pathInFile} from './template.js';
import type {Candidate} from './symptom.js';
import type {Patient} from './trial.js';
import {yamlSlips} from './yaml-slips.js';
import type {Since} from './since.js';

const refusingStages = new Set(['kubectl.parse', 'kubectl.validate', 'kubectl.negotiate', 'kubectl.request']);

/** Advice for a command that sends a custom resource together with its definition: kubectl requests the served kinds before it sends an object. */
const definedBeside = (message: string, objects: readonly ManifestObject[]): RefusalAdvice | undefined => {
	const [, kind, group] = /no matches for kind "([^"]+)" in version "([^"/]+)\//.exec(message) ?? [];
	const definition = objects.find(
		(object) => object.kind === 'CustomResourceDefinition' && object.name.endsWith(`.${group}`),
	);
	return (
		definition && {
			field: ['kind'],
			advice: [
				({cluster}) => cluster.definitionFirst(kind ?? '', definition.file),
				({cluster}) => cluster.definitionHere(`k8s-walkthrough trace ${definition.file} --then "apply -f FILE"`),
			],
		}
	);
};

/** The kind of object that is missing, by the words of the refusal. */
const missing: ReadonlyArray<readonly [kind: string, words: RegExp]> = [
	['Namespace', /namespaces? "([^"]+)" not found/],
	['ServiceAccount', /serviceaccount "([^"]+)" not found/],
	['PriorityClass', /no PriorityClass with name (\S+) was found/],
	['RuntimeClass', /RuntimeClass "([^"]+)" not found/],
];

/** Advice if the missing object follows later in the same command: kubectl sends files and documents in their order. */
const comesLater = (message: string, {objects, recording}: Patient, process: string): RefusalAdvice | undefined => {
	for (const [kind, words] of missing) {
		const [, name] = words.exec(message) ?? [];
		const sent = objects
			.filter((object) => object.kind === kind && object.name === name)
			.flatMap((object) => object.sent)
			.find(({command}) => command.process === process);
		const key = sent && keyOfManifest(recording, sent.document);
		if (name !== undefined && sent && key !== undefined && recording.kernel.ledger.read(key) !== undefined) {
			const {file, positionOf} = sent.document;
			return {
				advice: [({cluster}) => cluster.comesLater(`${kind} ${name}`, `${file}:${positionOf([]).line}`)],
				candidates: [{command: `kubectl ${sent.command.line}`}],
			};
		}
	}

	return undefined;
};

/** The places in a file to which the facts of a refusal refer. */
const placeOf = (file: string, facts: unknown): FieldPlace => {
	const field = nestedString(facts, 'field');
	const message = nestedString(facts, 'message');
	return {
		file,
		...(field ? {field} : {}),
		...(message === undefined ? {} : {message}),
		line: nestedNumber(facts, 'line') ?? 1,
		column: nestedNumber(facts, 'column') ?? 1,
	};
};

/** The places of several faults, each once: the server may find one in several of its steps. */
const severalPlaces = (file: string, facts: unknown): readonly FieldPlace[] => [
	...new Map(nestedSlice(facts, 'places').map((one) => [JSON.stringify(one), placeOf(file, one)] as const)).values(),
];

/** A document of a file, and the index of its object. */
interface Found {
	readonly index: number;
	readonly document: ManifestObject;
	readonly start: number;
}

/** The document of a line of a file, as a kubectl process read it. */
const documentAt = (
	objects: readonly JudgedObject[],
	process: string,
	file: string,
	{line, column}: FieldPlace,
): Found | undefined => {
	const order = (position: {readonly line: number; readonly column: number}) => position.line * 1e6 + position.column;
	return objects
		.flatMap(({sent}, index) =>
			sent.flatMap(({command, document}) =>
				command.process === process && document.file === file
					? [{index, document, start: order(document.positionOf([]))}]
					: [],
			),
		)
		.filter(({start}) => start <= order({line, column}))
		.toSorted((one, other) => one.start - other.start)
		.at(-1);
};

/** The advice about a refusal of a document. */
const adviceOn = (
	message: string,
	{recording}: Patient,
	applied: Pick<ManifestObject, 'namespace' | 'written'> | undefined,
): ReturnType<typeof refusalAdvice> =>
	unreached(recording, message) ??
	refusalAdvice(message, {
		namespace: applied?.namespace ?? 'default',
		more: 1,
		ledger: recording.kernel.ledger,
		object: applied?.written,
	});

/** Changes that may help, in the order in which they are tried: all faults of the object together after the first of them alone. */
const candidatesFor = (
	patient: Patient,
	applied: ManifestObject | undefined,
	places: readonly FieldPlace[],
	[first, ...others]: readonly Candidate[],
): readonly Candidate[] => {
	const joint = jointChanges(places, (message) => adviceOn(message, patient, applied));
	return [...(first ? [first] : []), ...(joint ? [joint] : []), ...others];
};

/** Whether the refusal of an object at a stop is worth mentioning. */
type IsTold = (object: string, stop: Stop) => boolean;

/**
The refusal at a stop of an object in a file; if an earlier refusal has the same words, that one with this object added. `undefined` if the
stop is not a refusal.
*/
const refusal = (
	patient: Patient,
	stop: Stop,
	progress: readonly AppliedProgress[],
	isTold: IsTold,
	earlier: readonly Refusal[],
): Refusal | undefined => {
	const {facts} = stop;
	const {recording, objects} = patient;
	const file = nestedString(facts, 'file');
	if (stop.outcome !== 'refused' || !refusingStages.has(stop.stage) || file === undefined) {
		return undefined;
	}

	const message = nestedString(facts, 'message') ?? nestedString(facts, 'reason') ?? '';
	const place = placeOf(file, facts);
	const {index = -1, document: applied} = documentAt(objects, stop.process, file, place) ?? {};
	const object = stop.object ? objectWords(stop.object) : (progress[index]?.name ?? file);
	if (!isTold(object, stop)) {
		return undefined;
	}

	const {
		advice,
		candidates = [],
		field,
		ofPod,
		isDeeper = false,
	} = definedBeside(message, objects) ?? {
		...adviceOn(message, patient, applied),
		...comesLater(message, patient, stop.process),
	};
	const key = progress[index]?.key;
	const pathOf = (path: ReadonlyArray<string | number>, ofFile: boolean) =>
		applied === undefined || ofFile ? path : pathInFile(applied, key ?? '', {key: key ?? '', ofPod}, path);
	const several = severalPlaces(file, facts);
	const isWhole = (place.field === undefined || isDeeper) && applied !== undefined && field !== undefined;
	const places =
		several.length > 1 || (several.length === 1 && !(isDeeper && isWhole))
			? several
			: [
					isWhole
						? {file, ...applied.positionOf(pathOf(field, isDeeper)), field: dotted(pathOf(field, isDeeper))}
						: place,
				];
	const same = earlier.find((one) => one.message === message && one.stop?.process === stop.process);
	if (same) {
		// The server's message is printed once.
		const all = [...same.places, ...places].map((one): FieldPlace => ({...one, message: undefined}));
		return {...same, others: [...(same.others ?? []), object], places: all};
	}

	const slips =
		stop.stage === 'kubectl.parse' && applied === undefined ? yamlSlips(patient.files[file] ?? '', place.line) : [];
	return {
		kind: 'refused',
		object,
		message,
		stop: refusingStop(recording, stop),
		places,
		advice,
		candidates: [...slips.map((slip) => ({file, ...slip})), ...candidatesFor(patient, applied, several, candidates)],
		...(applied ? {site: {applied, index, pathOf, others: objects}} : {}),
	};
};

/** The refusals of kubectl or the apiserver, with the places in the user's files. */
const refusalsIn = (
	patient: Patient,
	stops: Iterable<Stop>,
	progress: readonly AppliedProgress[],
	isTold: IsTold = () => true,
): readonly Refusal[] => {
	const found: Refusal[] = [];
	for (const stop of stops) {
		const one = refusal(patient, stop, progress, isTold, found);
		const same = one?.others ? found.findIndex(({stop: before}) => before === one.stop) : -1;
		if (one) {
			found.splice(same === -1 ? found.length : same, same === -1 ? 0 : 1, one);
		}
	}

	return found;
};

/**
The refusals of the last command, and of earlier ones for objects that are still not stored.

@param since.from the last step before the last command.
@param since.appliedFrom the last step before the files were applied.
*/
export const refusals = (
	patient: Patient,
	{from, appliedFrom}: Since,
	progress: readonly AppliedProgress[],
): readonly Refusal[] => {
	const {stops} = patient.recording;
	const refusedIn = (first: number, end?: number): Iterable<Stop> =>
		stops.ofStages(refusingStages, {from: first, to: end, outcome: 'refused'});
	const now = refusalsIn(patient, refusedIn(from + 1), progress);
	const unstored = new Set(progress.flatMap(({name, isStored}) => (isStored ? [] : [name])));
	const told = new Set<unknown>(now.flatMap(({object, others = []}) => [object, ...others]));
	// A refused object that no later command sent again is still refused.
	const last = new Set(
		patient.objects.flatMap(({sent}, index) => {
			const {name = ''} = progress[index] ?? {};
			const {process} = sent.at(-1)?.command ?? {};
			return process === undefined ? [] : [`${process} ${name}`];
		}),
	);
	const isLeft = (object: string, {process}: Stop): boolean =>
		!told.has(object) && (unstored.has(object) || last.has(`${process} ${object}`));
	const {recording} = patient;
	const isRefused = givenCommands(recording).some((command) => command.from < from && codeOf(recording, command) !== 0);
	const before = isRefused ? refusedIn(appliedFrom + 1, from + 1) : [];
	const earlier = refusalsIn(patient, before, progress, isLeft);
	return [...earlier, ...now];
};

/** The words of kubectl for an object that it cannot look up. */
const missingName = ({written}: ManifestObject): string => {
	const generated = nestedString(written, 'metadata', 'generateName');
	return generated === undefined
		? 'resource name may not be empty'
		: `from ${generated}: cannot use generate name with apply`;
};

/** Objects that apply cannot look up: it needs a name. */
export const nameless = (objects: readonly ManifestObject[]): readonly Refusal[] =>
	objects
		.filter(
			({name, apiVersion, kind}) =>
				name === '' && apiVersion !== '' && kind !== '' && !apiVersion.startsWith('kustomize.config.k8s.io/'),
		)
		.map((object) => ({
			kind: 'refused',
			object: ({cluster}) => cluster.withoutName(object.kind),
			message: missingName(object),
			places: [{file: object.file, ...object.positionOf(['metadata', 'name']), field: 'metadata.name'}],
			advice: [({cluster}) => cluster.giveName],
			candidates: [],
		}));

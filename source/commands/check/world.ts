import type {ClusterRecording} from '../../cluster.js';
import {bootedRun} from '../../booted.js';
import {diagnosisWords, told} from '../../diagnosis/words/words.js';
import type {ManifestObject} from '../../diagnosis/manifest-object.js';
import type {Explanation} from '../../diagnosis/explanation.js';
import {stateOf, type Settled} from '../../diagnosis/settle.js';
import {nestedString} from '../../objects/unstructured.js';
import {firstClause} from '../../stages/milestones.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {Language} from '../../stages/language.js';
import type {Scenario} from '../../scenario/scenario.js';
import {cutWords} from '../cut-words.js';
import {placedAssumptions} from './assumed-places.js';
import {named} from './named.js';
import type {Observation, PartEnd, PartTexts, Texts} from './part-end.js';
import {ignoreAnnotation, type FindingPlace, type ObjectEnd} from './report.js';
import {withAssumed} from './target-facilities.js';
import {manifestsOf, quoteWord, type Manifests} from '../manifests.js';
import {concluded, giveCommand, runUntilSettled, type Applied} from '../run-manifests.js';

/** How the files are applied to the cluster. */
export interface HowToApply {
	readonly namespace?: string;
	readonly serverSide?: boolean;
	readonly create?: boolean;
}

/** Parts that share a cluster: the unit of work of a thread. */
export interface WorldJob {
	readonly scenario: Scenario;
	readonly how: HowToApply;
	readonly parts: readonly PartTexts[];
	readonly language: Language;
	readonly mostStops?: number;
	readonly forMs?: number;
	/** The stops that all tests of fixes may take: the share of this cluster. */
	readonly stopsOfFixes?: number;
}

const applyWords = ({namespace, serverSide = false, create = false}: HowToApply, names: readonly string[]): string =>
	[
		create ? 'create' : 'apply',
		...(serverSide ? ['--server-side'] : []),
		...(namespace === undefined ? [] : ['-n', quoteWord(namespace)]),
		...names.map((name) => `-f ${quoteWord(name)}`),
	].join(' ');

/** Texts of several parts, joined. */
export const merged = (texts: readonly Texts[]): Texts =>
	Object.fromEntries(texts.flatMap((one) => Object.entries(one)));

/** The objects of files, each in the namespace that the command gives it. */
export const readTexts = (files: Texts, how: HowToApply): Manifests => {
	const manifests = manifestsOf(files);
	return {
		...manifests,
		command: applyWords(how, Object.keys(files)),
		objects: manifests.objects.map((object) => ({...object, namespace: object.namespace ?? how.namespace})),
	};
};

/** Adds the objects that exist before the check, and waits until the cluster has settled. Refused objects are judged with their own part. */
export const prepare = (recording: ClusterRecording, files: Texts, how: HowToApply): void => {
	if (Object.keys(files).length > 0) {
		const manifests = readTexts(files, how);
		runUntilSettled(giveCommand(recording, manifests, manifests.command));
	}
};

/** A run that has ended. */
export interface Played {
	readonly applied: Applied;
	readonly settled: Settled;
}

/** Applies the files of some parts to a cluster of their own. */
const play = ({scenario, how, mostStops, forMs}: WorldJob, parts: readonly PartTexts[]): Played => {
	const recording = bootedRun(
		withAssumed(
			scenario,
			parts.flatMap(({assumed}) => assumed ?? []),
		),
	);
	prepare(recording, merged(parts.map(({definitions}) => definitions)), {serverSide: true});
	prepare(recording, merged(parts.map(({context}) => context)), {namespace: how.namespace});
	const manifests = readTexts(merged(parts.map(({files}) => files)), how);
	const applied = giveCommand(recording, manifests, manifests.command);
	return {applied, settled: runUntilSettled(applied, {mostStops, forMs})};
};

const observationOf = (explanation: Explanation, fromMs: number, language: Language): Observation => {
	const {kind, symptom, object, of, others, same, message, stop, places, advice, fixes, milestones} = explanation;
	const says = stop ? sentenceOf(stop, language) : '';
	return {
		kind,
		...(symptom === undefined ? {} : {symptom}),
		object,
		...(of === undefined ? {} : {of}),
		...(others ? {others} : {}),
		...(same ? {same} : {}),
		message: message ?? says,
		places,
		advice,
		fixes,
		...(stop ? {stop: {step: stop.step, stage: stop.stage, timeMs: stop.timeMs - fromMs, says}} : {}),
		causes: milestones.slice(1).map((cause) => `${cause.process}: ${firstClause(sentenceOf(cause, language))}`),
	};
};

/** The index of the part of a file name. */
const ownerOf = (parts: readonly PartTexts[]): ReadonlyMap<string, number> =>
	new Map(parts.flatMap(({files}, index) => Object.keys(files).map((name) => [name, index] as const)));

const ignoreField = ['metadata', 'annotations', ignoreAnnotation] as const;

const ignorePlace = ({file, positionOf}: ManifestObject): FindingPlace => {
	const {line, column} = positionOf(ignoreField);
	return {file, line, column, endColumn: column + ignoreAnnotation.length, field: ignoreField.join('.')};
};

/** The results of a run, part by part. */
export const endsOf = (
	{applied, settled}: Played,
	parts: readonly PartTexts[],
	language: Language,
	stopsOfFixes?: number,
): readonly PartEnd[] => {
	const {findings, objects, assumed, cut} = concluded(applied, settled, language, stopsOfFixes);
	const owner = ownerOf(parts);
	const {recording, manifests, fromMs} = applied;
	const names = objects.map(({name}) => name);
	const hasContext = parts.some(({context}) => Object.keys(context).length > 0);
	const placed = placedAssumptions(assumed, recording, manifests.objects, names, hasContext);
	const refused = new Set(findings.flatMap(({kind, object}) => (kind === 'refused' ? [object] : [])));
	const all = objects.map(({name, state, words}, index): ObjectEnd => {
		const written = manifests.objects[index];
		// Definitions are there before the command is given, so that objects of their kinds can be judged without them.
		const isRefused = written?.kind === 'CustomResourceDefinition' && refused.has(name);
		const {line = 1, column = 1} = written?.positionOf([]) ?? {};
		const {isStored = true, healthyWords} = settled.objects[index] ?? {};
		const ignore = nestedString(written?.written, ...ignoreField);
		return {
			...(written === undefined || ignore === undefined
				? {}
				: {
						ignore,
						ignoreAt: ignorePlace(written),
					}),
			name,
			kind: written?.kind ?? '',
			file: written?.file ?? '',
			line,
			column,
			isDone: state === 'done' && !isRefused,
			isStored: isStored && !isRefused,
			words: isRefused ? diagnosisWords(language).progress.notStored : words,
			...(healthyWords === undefined ? {} : {healthyWords: told(healthyWords, language)}),
		};
	});
	const observations = findings.map((explanation) => observationOf(explanation, fromMs, language));
	return parts.map((part, index) => ({
		objects: all.filter(({file}) => owner.get(file) === index),
		observations: observations.filter(({object, of, places}) => {
			const named = all.find(({name}) => name === object || name === of);
			const place = places.find(({file}) => owner.has(file));
			return (owner.get(named?.file ?? place?.file ?? '') ?? 0) === index;
		}),
		assumed: placed.flatMap(({says, places}) => {
			const own = places.filter(({file}) => owner.get(file) === index);
			return own.length > 0 || (places.length === 0 && index === 0) ? [{says, places: own}] : [];
		}),
		...(cut ? {cut: cutWords(cut, language)} : {}),
	}));
};

/**
Plays parts in one cluster. If that fails, each unfinished part gets its own cluster: its findings then have no other source.

@returns the outcome of each part, in order
*/
export const playWorld = (job: WorldJob): readonly PartEnd[] => {
	const {parts, language, stopsOfFixes} = job;
	const together = play(job, parts);
	const {applied, settled} = together;
	if (stateOf(settled) === 'done' || parts.length === 1) {
		const ends = endsOf(together, parts, language, stopsOfFixes);
		return parts.flatMap((part, index) => {
			const end = ends[index];
			return end ? [named(end, part)] : [];
		});
	}

	const owner = ownerOf(parts);
	const bad = new Set(
		settled.objects.flatMap(({state}, index) =>
			state === 'done' ? [] : [owner.get(applied.manifests.objects[index]?.file ?? '') ?? 0],
		),
	);
	const well = bad.size === 0 ? [] : parts.filter((_, index) => !bad.has(index));
	const endsOfWell = well.length === 0 ? [] : playWorld({...job, parts: well});
	const share = stopsOfFixes === undefined ? {} : {stopsOfFixes: Math.ceil(stopsOfFixes / Math.max(1, bad.size))};
	return parts.flatMap((part) => endsOfWell[well.indexOf(part)] ?? playWorld({...job, ...share, parts: [part]}));
};

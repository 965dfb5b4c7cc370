import {createCluster, nextTerminalKey, type ClusterRecording, type TerminalEntry} from '../cluster.js';
import {atOnce, Recording, type Place} from '../debugger/recording.js';
import {seeking} from '../debugger/seek.js';
import type {Input} from '../cluster.js';
import {editManifest} from '../go/yaml/edit.js';
import type {Scenario} from '../scenario/scenario.js';
import type {LanguageName} from '../stages/language-names.js';
import type {Files} from './files.js';
import type {JudgedObject} from './judged.js';
import type {ManifestObject} from './manifest-object.js';
import {progressOfAll, sceneOf, settling, type Task} from './settle.js';
import type {Blockage, Candidate, FieldPath, FileChange} from './symptom.js';
import {ailments, blockagesOf} from './table.js';
import {told, type Said} from './words/words.js';

/** Lines of a file that become others. */
export interface LineChange {
	readonly file: string;
	/** The first of them, from 1. */
	readonly line: number;
	readonly before: readonly string[];
	readonly after: readonly string[];
}

/** A change that makes what is wrong go away. */
export interface Fix {
	/** A command line, or what to add to the cluster. */
	readonly words?: string;
	readonly edits?: readonly LineChange[];
}

/** A fix that no language has been chosen for yet. */
interface ProvenFix extends Omit<Fix, 'words'> {
	readonly words?: Said;
}

/** A run that did not go well, and what is tried to make it go well. */
export interface Patient extends Pick<Task, 'recording'> {
	/** What is judged. */
	readonly objects: readonly JudgedObject[];
	readonly files: Files;
	/** Whether the apiserver refused something: then a command alone does not help, the files have to be applied again. */
	readonly isRefused: boolean;
	/** The command that applied the files. */
	readonly command: string;
	/** Runs of more stops are not played again; 60,000 by default. */
	readonly mostStops?: number;
}

/** What is wrong, in which object of the files. */
interface Complaint {
	readonly applied: ManifestObject;
	/** Index of that object. */
	readonly index: number;
	/** `undefined`: the object was refused. */
	readonly blockage?: Blockage;
	/** The path in the file for a field. */
	readonly pathOf: (field: FieldPath, ofFile: boolean) => FieldPath;
}

/** Runs the start of the control plane and the nodes, until only periodic work is left. */
export const boot = (recording: ClusterRecording): void => {
	atOnce(booting(recording));
};

function* booting(recording: ClusterRecording): Generator<Place, void> {
	yield* seeking(recording, recording.stops.length - 1, 1, () => false, {untilMs: recording.kernel.now + 60_000});
}

/** Where the lines of two texts differ. */
const difference = (file: string, before: string, after: string): LineChange => {
	const [old, now] = [before.split('\n'), after.split('\n')];
	let start = 0;
	while (start < old.length && old[start] === now[start]) {
		start++;
	}

	let end = 0;
	while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) {
		end++;
	}

	return {file, line: start + 1, before: old.slice(start, old.length - end), after: now.slice(start, now.length - end)};
};

/** A candidate as what is given to the copy, and how it is told. */
interface Treatment {
	readonly files: Files;
	readonly scenario: Scenario;
	readonly command?: string;
	/** What the file has for the object then. */
	readonly object?: Partial<ManifestObject>;
	/** It is more than one change. */
	readonly isSeveral?: boolean;
	readonly fix: ProvenFix;
}

const addedNode = (scenario: Scenario, capacity: Readonly<Record<string, string>>): Scenario => {
	const names = new Set(scenario.nodes.map(({name}) => name));
	const name = ['node-new', 'node-new-2'].find((one) => !names.has(one)) ?? 'node-new-3';
	return {
		...scenario,
		nodes: [
			...scenario.nodes,
			{name, labels: {}, taints: [], images: [], capacity: {...scenario.nodes[0]?.capacity, ...capacity}},
		],
	};
};

/** The file with these changes; `undefined` if one of them cannot be made in place, or changes nothing. */
const editedFile = (
	{files, recording: {scenario}}: Patient,
	{applied, pathOf}: Complaint,
	changes: readonly FileChange[],
): Treatment | undefined => {
	const before = files[applied.file];
	let text = before;
	const edits: LineChange[] = [];
	let object: Partial<ManifestObject> = {};
	for (const {field, change, ofFile = false} of changes) {
		const path = pathOf(field, ofFile);
		const edited: string | undefined =
			text === undefined ? undefined : editManifest(text, applied.document, [...applied.within, ...path], change);
		if (text === undefined || edited === undefined || edited === text) {
			return undefined;
		}

		const edit = difference(applied.file, text, edited);
		const last = edits.at(-1);
		// Two changes of one line are told as one.
		edits.push(
			last?.line === edit.line && last.after.join('\n') === edit.before.join('\n')
				? {...edit, before: edits.pop()?.before ?? []}
				: edit,
		);
		text = edited;
		const [name] = path;
		if ('value' in change && path.length === 1 && (name === 'kind' || name === 'apiVersion')) {
			object = {...object, [name]: String(change.value)};
		}

		const [place, named] = path;
		if ('value' in change && path.length === 2 && place === 'metadata' && (named === 'namespace' || named === 'name')) {
			object = {...object, [named]: String(change.value)};
		}
	}

	return text === undefined
		? undefined
		: {files: {...files, [applied.file]: text}, scenario, object, fix: {edits}, isSeveral: changes.length > 1};
};

const treatmentOf = (patient: Patient, complaint: Complaint, candidate: Candidate): Treatment | undefined => {
	const {files, recording} = patient;
	const {scenario} = recording;
	return 'command' in candidate
		? {files, scenario, command: candidate.command.replace(/^kubectl /, ''), fix: {words: candidate.command}}
		: 'node' in candidate
			? {
					files,
					scenario: addedNode(scenario, candidate.node.capacity),
					fix: {words: candidate.node.words},
				}
			: editedFile(patient, complaint, 'changes' in candidate ? candidate.changes : [candidate]);
};

const codeOf = ({kernel}: ClusterRecording, key: string) => kernel.ledger.read<TerminalEntry>(key)?.code;

/** A copy of a run, so far as it goes. */
class Copy {
	readonly recording: ClusterRecording;

	constructor(
		readonly patient: Patient,
		scenario: Scenario,
	) {
		this.recording = new Recording<Scenario, Input>(scenario, createCluster);
	}

	/** Gives an input. @returns the terminal that it prints to, if it is a command. */
	give(input: Input): string | undefined {
		const terminal = 'kubectl' in input ? nextTerminalKey(this.recording) : undefined;
		this.recording.submit(input);
		return terminal;
	}

	/** Lets a command and what it leads to run for a moment. */
	*pass(terminal: string): Generator<Place, void> {
		const untilMs = this.recording.kernel.now + momentMs;
		while (
			this.recording.kernel.now < untilMs &&
			this.recording.extend(untilMs, codeOf(this.recording, terminal) !== undefined)
		) {
			yield {step: this.recording.stops.length - 1, timeMs: this.recording.kernel.now};
		}
	}

	task(terminal: string | undefined): Task {
		const {recording, patient} = this;
		return {
			recording,
			objects: () => patient.objects,
			fromMs: recording.kernel.now,
			code: () => (terminal === undefined ? 0 : codeOf(recording, terminal)),
			forMs: trialMs,
			isTrial: true,
		};
	}
}

const momentMs = 5000;
const trialMs = 150_000;

/** Lets a command run to its end. */
function* ending({recording, code}: Task): Generator<Place, void> {
	const untilMs = recording.kernel.now + trialMs;
	while (code() === undefined && recording.kernel.now < untilMs && recording.extend(untilMs, true)) {
		yield {step: recording.stops.length - 1, timeMs: recording.kernel.now};
	}
}

/** Whether the complaint is gone at the end of a task, and nothing stands in its place before it. What was refused has only to be stored: what becomes of it is another complaint. */
function* isCured(task: Task, {index, blockage}: Complaint): Generator<Place, boolean> {
	yield* blockage === undefined ? ending(task) : settling(task);
	const progress = progressOfAll(task)[index];
	if (progress?.key === undefined || !progress.isStored) {
		return false;
	}

	if (blockage === undefined) {
		return true;
	}

	const scene = sceneOf(task.recording);
	const left = [...blockagesOf(progress.key, scene), ...ailments(progress.key, scene)].filter(
		({isRemark}) => !isRemark,
	);
	return !left.some(({symptom}) => symptom === blockage.symptom) && (progress.state === 'done' || left.length > 0);
}

const withFiles = (input: Input, files: Files): Input =>
	'kubectl' in input && input.files ? {...input, files: {...input.files, ...files}} : input;

/** Plays a run again with a treatment. */
function* helps(
	patient: Patient,
	complaint: Complaint,
	{files, scenario, command, object}: Treatment,
): Generator<Place, boolean> {
	const objects = patient.objects.map((one, index) => (index === complaint.index ? {...one, ...object} : one));
	const copy = new Copy({...patient, objects}, scenario);
	yield* booting(copy.recording);
	const inputs = patient.recording.inputs.filter(({input}) => 'kubectl' in input || 'traffic' in input);
	let terminal: string | undefined;
	for (const [index, {input}] of inputs.entries()) {
		terminal = copy.give(withFiles(input, files)) ?? terminal;
		if (terminal !== undefined && (index < inputs.length - 1 || command !== undefined)) {
			yield* copy.pass(terminal);
		}
	}

	if (command !== undefined) {
		terminal = copy.give({kubectl: command, files});
		if (patient.isRefused && terminal !== undefined) {
			yield* copy.pass(terminal);
			terminal = copy.give({kubectl: patient.command, files});
		}
	}

	return yield* isCured(copy.task(terminal), complaint);
}

/** What fixes of one kind have in common: one of them is enough. */
const formOf = ({words, edits = []}: ProvenFix): string =>
	words === undefined
		? `${edits[0]?.file}:${edits[0]?.line} ${edits[0]?.after.length}`
		: told(words).split(' ').slice(0, 3).join(' ');

/** Fixes in a language. */
export const toldFixes = (fixes: readonly ProvenFix[], language: LanguageName): readonly Fix[] =>
	fixes.map(({words, ...fix}) => (words === undefined ? fix : {words: told(words, language), ...fix}));

/** Longer runs are not played again. */
const mostStops = 60_000;
const mostTrials = 8;
const mostFixes = 3;

/** The candidates that make a complaint go away, tried on copies of the run, the cheapest first; a stop at a time, since a screen may have to answer meanwhile. */
export function* provenFixes(
	patient: Patient,
	complaint: Complaint,
	candidates: readonly Candidate[],
): Generator<Place, readonly ProvenFix[]> {
	const {stops, inputs} = patient.recording;
	// A copy without the faults of the run would do well whatever is tried.
	const isRepeated = inputs.every(({input}) => 'kubectl' in input || 'traffic' in input);
	if (!isRepeated || stops.length > (patient.mostStops ?? mostStops)) {
		return [];
	}

	const fixes: ProvenFix[] = [];
	const treatments = candidates.flatMap((candidate) => treatmentOf(patient, complaint, candidate) ?? []);
	// Several changes together are worth a try only where none helps alone.
	const isLast = ({isSeveral = false}: Treatment): boolean => isSeveral;
	const known = new Set<string>();
	for (const treatment of treatments.slice(0, mostTrials)) {
		const form = formOf(treatment.fix);
		if (
			fixes.length < mostFixes &&
			!known.has(form) &&
			!(isLast(treatment) && fixes.length > 0) &&
			(yield* helps(patient, complaint, treatment))
		) {
			fixes.push(treatment.fix);
			known.add(form);
		}
	}

	return fixes;
}

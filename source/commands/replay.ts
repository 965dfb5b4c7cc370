import {writeFileSync} from 'node:fs';
import {stringify} from 'yaml';
import {createCluster, type Input} from '../cluster.js';
import {Divergence, Recording, type RecordedInput} from '../debugger/recording.js';
import {
	anything,
	boolean,
	list,
	mapOf,
	number,
	readDocument,
	record as recordShape,
	text,
} from '../scenario/document.js';
import {Mistake} from '../scenario/mistake.js';
import {completeScenario, scenarioShape, type Scenario} from '../scenario/scenario.js';
import type {Manifests} from './manifests.js';
import {boot, runUntilSettled} from './run-manifests.js';

const formatVersion = 1;

/** A recording as a file: what was done, and the fingerprint of what came of it. */
export interface RecordingFile {
	readonly scenario: Scenario;
	readonly inputs: ReadonlyArray<RecordedInput<Input>>;
	/** Number of stops. */
	readonly steps: number;
	readonly fingerprint: string;
}

const shape = recordShape(
	{
		recording: number,
		scenario: scenarioShape,
		inputs: list(
			recordShape(
				{
					step: number,
					timeMs: number,
					idle: boolean,
					kubectl: text,
					files: mapOf(text),
					stdin: text,
					crash: text,
					restart: text,
					traffic: anything,
				},
				['step', 'timeMs'],
			),
		),
		steps: number,
		fingerprint: text,
	},
	['recording', 'inputs', 'steps', 'fingerprint'],
);

/** @throws {Mistakes} when it is no recording of this version. */
export const readRecording = (source: string, file: string): RecordingFile => {
	const {value, placeOf} = readDocument(source, file, shape);
	if (value.recording !== formatVersion) {
		throw new Mistake(
			`a recording of version ${value.recording}; this program reads version ${formatVersion}`,
			placeOf(['recording']),
			'record it again with this version',
		);
	}

	return {
		scenario: completeScenario(value.scenario),
		inputs: value.inputs.map(({step, timeMs, idle = false, ...input}) => ({
			step,
			timeMs,
			idle,
			input: input as unknown as Input,
		})),
		steps: value.steps,
		fingerprint: value.fingerprint,
	};
};

/** The text of a recording file. */
export const printRecording = (recording: Recording<Scenario, Input>): string =>
	stringify(
		{
			recording: formatVersion,
			scenario: recording.scenario,
			inputs: recording.inputs.map(({step, timeMs, idle, input}) => ({step, timeMs, idle, ...input})),
			steps: recording.stops.length,
			fingerprint: recording.fingerprint,
		},
		{lineWidth: 0},
	);

/** Applies manifests, runs until they settle, and writes the recording to a file. */
export const record = (scenario: Scenario, manifests: Manifests, file: string, write: (text: string) => void): void => {
	const recording = new Recording(scenario, createCluster);
	boot(recording);
	const from = recording.stops.length - 1;
	recording.submit({kubectl: manifests.command, files: manifests.files});
	const {verdict} = runUntilSettled(recording, manifests, from, `/terminal/${scenario.objects.trim() === '' ? 1 : 2}`);
	writeFileSync(file, printRecording(recording));
	write(`${verdict}; ${recording.stops.length} stops in ${file}, fingerprint ${recording.fingerprint}\n`);
};

/** Replays from the beginning. @throws {Divergence} when an input does not find its place. */
export const replay = (file: RecordingFile): Recording<Scenario, Input> => {
	const recording = new Recording(file.scenario, createCluster);
	recording.replay(file.inputs, file.steps);
	return recording;
};

/** Compares a recording's fingerprint with that of the run it describes. @returns exit code: 0 equal, 1 different. */
export const checkRecording = (file: RecordingFile, name: string, write: (text: string) => void): number => {
	try {
		const {fingerprint} = replay(file);
		const equal = fingerprint === file.fingerprint;
		write(
			equal
				? `✓ ${name}: ${file.steps} stops, fingerprint ${fingerprint}\n`
				: `✗ ${name}: the recording has fingerprint ${file.fingerprint}, the run has ${fingerprint}\n`,
		);
		return equal ? 0 : 1;
	} catch (error) {
		if (error instanceof Divergence) {
			write(`✗ ${name}: ${error.message}\n`);
			return 1;
		}

		throw error;
	}
};

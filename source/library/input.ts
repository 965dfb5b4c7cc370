import type {Extensions} from '../cluster.js';
import {scenarioFrom} from '../commands/dump-files.js';
import {readManifestFiles} from '../commands/manifests.js';
import {readTextFile} from '../scenario/read-text-file.js';
import {Mistake, Mistakes} from '../scenario/mistake.js';
import {readScenario, type Scenario} from '../scenario/scenario.js';
import type {ScenarioFile} from '../scenario/scenario-file.js';

/** The description of a cluster. */
export interface ClusterOptions extends Extensions {
	/** The fields of a scenario file, or its text in YAML: nodes, images, users, latencies, objects … By default three nodes. */
	readonly scenario?: ScenarioFile | string;
	/** Path of a scenario file, in place of `scenario`. */
	readonly scenarioFile?: string;
	/** Dumps of a real cluster from which to continue: files and folders, as for `run --from`. */
	readonly from?: readonly string[];
	/** The seed of all randomness; takes precedence over that of the scenario. */
	readonly seed?: number;
}

interface Named {
	readonly apiVersion: string;
	readonly kind: string;
	readonly metadata: {readonly name?: string; readonly generateName?: string; readonly namespace?: string};
}

/** An object to apply: the fields that the server fills in may be missing. */
export type Manifest = Named | (Named & {readonly [field: string]: unknown});

/** Manifests: YAML or JSON text, an object, or the path of a file or folder. */
export type Manifests = string | Manifest | {readonly file: string};

/** Puts all parts of a mistake in a file into an error's message: place, words and remedy. */
export const readably = <T>(read: () => T): T => {
	try {
		return read();
	} catch (error) {
		throw error instanceof Mistake ? new Mistakes([error]) : error;
	}
};

/** A scenario, and the parts of the dumped cluster that its run lacks. */
interface ChosenScenario {
	readonly scenario: Scenario;
	readonly remarks: readonly string[];
}

/** @throws {Mistakes} with file, line and column. */
export const chosenScenario = ({scenario = {}, scenarioFile, from, seed}: ClusterOptions): ChosenScenario =>
	readably(() => {
		const [text, file] =
			scenarioFile === undefined
				? [typeof scenario === 'string' ? scenario : JSON.stringify(scenario), 'scenario']
				: [readTextFile(scenarioFile), scenarioFile];
		const read = readScenario(text, file);
		const seeded = seed === undefined ? read : {...read, seed};
		return from === undefined
			? {scenario: seeded, remarks: []}
			: scenarioFrom(seeded, from, {stdin: () => new Uint8Array()});
	});

const namePattern = /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/;

/** The names of a cluster's parts outside Kubernetes, as a recording lists them. @throws {TypeError} when one cannot be a process or is given twice. */
export const namesOf = ({controllers = [], programs = {}, schedulerPlugins = []}: Extensions): readonly string[] => {
	const names = controllers.map(({name}) => name);
	for (const [index, name] of names.entries()) {
		if (!namePattern.test(name)) {
			throw new TypeError(`controller name "${name}" is not a DNS label`);
		}

		if (names.indexOf(name) !== index) {
			throw new TypeError(`controller "${name}" is given twice`);
		}
	}

	for (const [image, program] of Object.entries(programs)) {
		if (typeof program !== 'function') {
			throw new TypeError(`the program for image "${image}" is not a generator function`);
		}
	}

	return [...names, ...Object.keys(programs), ...schedulerPlugins.map(({name}) => name)];
};

/** The input of `kubectl apply`: a command line, and the files in it. */
export interface Given {
	readonly command: string;
	/** Path → text. */
	readonly files: Readonly<Record<string, string>>;
}

const textOf = (manifest: string | Manifest): string =>
	typeof manifest === 'string' ? manifest : JSON.stringify(manifest, null, 2);

const isFile = (manifests: Manifests): manifests is {readonly file: string} =>
	typeof manifests !== 'string' && 'file' in manifests;

/** The `apply` command for these manifests. Texts and objects become files named `manifest-1.yaml` and so on. @throws {Mistakes} when a file cannot be read. */
export const applicationOf = (all: readonly Manifests[]): Given => {
	const parts = all.map((manifests, index): Given => {
		if (isFile(manifests)) {
			return readably(() => readManifestFiles([manifests.file], () => new Uint8Array()));
		}

		const name = `manifest-${index + 1}.yaml`;
		return {command: `apply -f ${name}`, files: {[name]: textOf(manifests)}};
	});
	return {
		command: `apply ${parts.map(({command}) => command.replace(/^apply /, '')).join(' ')}`,
		files: Object.assign({}, ...parts.map(({files}) => files)),
	};
};

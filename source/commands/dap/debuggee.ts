import path from 'node:path';
import type {ClusterRecording, Input} from '../../cluster.js';
import type {Family} from '../../debugger/futures.js';
import type {ManifestObject} from '../../diagnosis/manifest-object.js';
import {completeScenario, readScenario, type Scenario} from '../../scenario/scenario.js';
import {readManifestFiles} from '../manifests.js';
import {futuresOf, readRecording, refuseLonger, replay} from '../replay.js';
import {applyManifests, type Applied} from '../run-manifests.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import {needed, RequestError, type Arguments} from './arguments.js';
import type {ServedCluster} from './served.js';

/** The object of a debugging session. */
export interface Debuggee {
	readonly recording: ClusterRecording;
	/** Its beginning: the last step before the first command. */
	readonly start: number;
	/** The objects of the user's manifests. */
	readonly objects: readonly ManifestObject[];
	/** The manifests that were applied; a recording has none. */
	readonly applied?: Applied;
	/** The warnings about the manifests. */
	readonly warnings: readonly string[];
	/** The cluster that clients are served, where it is one. */
	readonly served?: ServedCluster;
	/** The most stops that each search may record; a million by default. */
	readonly mostStops?: number | undefined;
	/** The futures of a recording. */
	readonly family?: Family<Scenario, Input>;
}

const inFolder = (cwd: string | undefined, file: string): string =>
	cwd === undefined ? file : path.resolve(cwd, file);

/**
Manifests on a fresh cluster, with `kubectl apply` submitted but not yet carried out.

@param request `program` or `manifests`: files or folders; `cluster`: a scenario file; `seed`; `stops`; `cwd`.
@throws {Mistakes} when a file is wrong. @throws {RequestError} when no manifest is named.
*/
export const launch = (request: Arguments): Debuggee => {
	const cwd = request.text('cwd');
	const files = [...request.texts('program'), ...request.texts('manifests')].map((file) => inFolder(cwd, file));
	if (files.length === 0) {
		throw new RequestError('the launch configuration names no manifest: set "program" to a file or folder');
	}

	const cluster = request.text('cluster');
	const file = cluster === undefined ? undefined : inFolder(cwd, cluster);
	const scenario = file === undefined ? completeScenario() : readScenario(readTextFile(file), file);
	const seed = request.number('seed');
	const manifests = readManifestFiles(files, () => new Uint8Array());
	const applied = applyManifests(seed === undefined ? scenario : {...scenario, seed}, manifests);
	return {
		recording: applied.recording,
		start: applied.from,
		objects: manifests.objects,
		applied,
		warnings: manifests.warnings,
		mostStops: request.number('stops'),
	};
};

/** The other objects of manifests that a request names. */
const objectsOf = (request: Arguments): Debuggee['objects'] => {
	const cwd = request.text('cwd');
	const files = [...request.texts('program'), ...request.texts('manifests')].map((name) => inFolder(cwd, name));
	return files.length === 0 ? [] : readManifestFiles(files, () => new Uint8Array()).objects;
};

/**
A recorded run, from its first command on.

@param request `recording`: the file; `program` or `manifests`, if the manifests of that run are available, for breakpoints in them; `stops`; `cwd`.
@throws {Mistakes} when a file is wrong. @throws {Divergence} when the run is not the recorded one.
*/
export const attach = (request: Arguments): Debuggee => {
	const cwd = request.text('cwd');
	const file = inFolder(cwd, needed(request.text('recording'), 'recording'));
	const recorded = readRecording(readTextFile(file), file);
	const mostStops = request.number('stops');
	refuseLonger(recorded, file, mostStops);
	const recording = replay(recorded);
	return {
		recording,
		start: Math.max(0, Math.min(recorded.inputs[0]?.step ?? 0, recording.stops.length) - 1),
		objects: objectsOf(request),
		family: futuresOf(recorded),
		warnings: [],
		mostStops,
	};
};

/**
A served cluster, from its present moment on.

@param request `program` or `manifests`, for breakpoints in them; `cwd`.
@throws {Mistakes} when a file is wrong.
*/
export const attachServed = (request: Arguments, served: ServedCluster): Debuggee => ({
	recording: served.recording,
	start: served.recording.stops.length - 1,
	objects: objectsOf(request),
	warnings: [],
	served,
});

import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {resolveResource} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {podOf} from '../../selected-pods.js';

/** Why a command ends that would hold a connection to this machine open. */
const noWayOut = (invocation: Invocation): CommandFailure =>
	new CommandFailure(
		`${invocation.commandPath} connects to the machine it runs on, and a simulated cluster has no way there`,
	);

/** `kubectl proxy` listens on this machine. */
export function* proxy(invocation: Invocation): Routine<number | void> {
	throw noWayOut(invocation);
}

/** `kubectl port-forward`: refuses what the real one refuses, then that there is no machine to listen on. */
export function* portForward(invocation: Invocation): Routine<number | void> {
	const {words} = invocation;
	if (words.length < 2) {
		throw usageFailure(invocation.commandPath, 'TYPE/NAME and list of ports are required for port-forward');
	}

	const [target, ...ports] = words;
	const [type, name] = target.includes('/') ? target.split('/') : ['pods', target];
	const resource = yield* resolveResource(invocation, type);
	if (resource.kind === 'Service') {
		yield* invocation.get(resource, yield* invocation.namespace(), name);
	}

	const pod = yield* podOf(invocation, target);
	for (const port of ports) {
		const remote = port.split(':').at(-1) ?? '';
		if (!/^\d+$/.test(remote) && resource.kind === 'Pod') {
			throw new CommandFailure(`Pod '${name}' does not have a named port '${remote}'`);
		}
	}

	if (pod.status?.phase !== 'Running') {
		throw new CommandFailure(`unable to forward port because pod is not running. Current status=${pod.status?.phase}`);
	}

	throw noWayOut(invocation);
}

const isRemote = (spec: string): boolean => spec.includes(':');

/** @throws {CommandFailure} @mirrors kubectl/pkg/cmd/cp extractFileSpec */
const checkSpec = (spec: string): void => {
	const [place, ...path] = spec.split(':');
	if (!isRemote(spec)) {
		return;
	}

	if (place === '' || place.split('/').length > 2) {
		throw new CommandFailure('filespec must match the canonical format: [[namespace/]pod:]file/path');
	}

	if (path.join(':') === '') {
		throw new CommandFailure('filepath can not be empty');
	}
};

/** `kubectl cp`: refuses what the real one refuses, then that there is no machine with files. */
export function* copy(invocation: Invocation): Routine<number | void> {
	const {words, environment} = invocation;
	if (words.length !== 2) {
		throw new CommandFailure('source and destination are required');
	}

	const [from, to] = words;
	checkSpec(from);
	checkSpec(to);
	if (isRemote(from) && isRemote(to)) {
		throw new CommandFailure('one of src or dest must be a local file specification');
	}

	if (!isRemote(from) && !isRemote(to)) {
		throw new CommandFailure('one of src or dest must be a remote file specification');
	}

	if (!isRemote(from) && environment.files[from] === undefined) {
		throw new CommandFailure(`${from} doesn't exist in local filesystem`);
	}

	const [place] = (isRemote(from) ? from : to).split(':');
	yield* podOf(invocation, `pods/${place.split('/').at(-1)}`);
	throw noWayOut(invocation);
}

/** `kubectl plugin list`: the simulated terminal has no folders with programs. */
export function* pluginList(): Routine<number | void> {
	throw new CommandFailure('unable to find any kubectl plugins in your PATH');
}

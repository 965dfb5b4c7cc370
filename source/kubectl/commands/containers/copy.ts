import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {resolveResource} from '../../selection.js';
import {noWayOut} from './port-forward.js';

const isRemote = (spec: string): boolean => spec.includes(':');

/** The namespace, empty for that of the command, and the Pod of `namespace/pod:path`; nothing for a path on this machine. @throws {CommandFailure} @mirrors kubectl/pkg/cmd/cp extractFileSpec */
const podOfSpec = (spec: string): readonly [namespace: string, pod: string] | undefined => {
	if (!isRemote(spec)) {
		return undefined;
	}

	const [place = '', ...path] = spec.split(':');
	const [namespaceOrPod = '', pod, ...others] = place.split('/');
	if (place === '' || others.length > 0) {
		throw new CommandFailure('filespec must match the canonical format: [[namespace/]pod:]file/path');
	}

	if (path.join(':') === '') {
		throw new CommandFailure('filepath can not be empty');
	}

	return pod === undefined ? ['', namespaceOrPod] : [namespaceOrPod, pod];
};

/** `kubectl cp`: refuses the same command lines as the real one, then reports that no machine with files exists. */
export function* copy(invocation: Invocation): Routine<number | void> {
	const [from, to, ...others] = invocation.words;
	if (from === undefined || to === undefined || others.length > 0) {
		throw new CommandFailure('source and destination are required');
	}

	const [source, destination] = [podOfSpec(from), podOfSpec(to)];
	if (isRemote(from) && isRemote(to)) {
		throw new CommandFailure('one of src or dest must be a local file specification');
	}

	if (!isRemote(from) && !isRemote(to)) {
		throw new CommandFailure('one of src or dest must be a remote file specification');
	}

	if (!isRemote(from) && invocation.environment.files[from] === undefined) {
		throw new CommandFailure(`${from} doesn't exist in local filesystem`);
	}

	const pods = yield* resolveResource(invocation, 'pods');
	const [namespace, pod] = source ?? destination ?? ['', ''];
	yield* invocation.get(pods, namespace || (yield* invocation.namespace()), pod);
	throw noWayOut(invocation);
}

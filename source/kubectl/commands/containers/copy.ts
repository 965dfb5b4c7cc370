import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {podOf} from '../../selected-pods.js';
import {noWayOut} from './port-forward.js';

const isRemote = (spec: string): boolean => spec.includes(':');

/** The Pod of `namespace/pod:path`; no Pod for a path on this machine. @throws {CommandFailure} @mirrors kubectl/pkg/cmd/cp extractFileSpec */
const podOfSpec = (spec: string): string | undefined => {
	if (!isRemote(spec)) {
		return undefined;
	}

	const [place = '', ...path] = spec.split(':');
	const [namespaceOrPod, pod = namespaceOrPod, ...others] = place.split('/');
	if (place === '' || others.length > 0) {
		throw new CommandFailure('filespec must match the canonical format: [[namespace/]pod:]file/path');
	}

	if (path.join(':') === '') {
		throw new CommandFailure('filepath can not be empty');
	}

	return pod;
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

	yield* podOf(invocation, `pods/${source ?? destination ?? ''}`);
	throw noWayOut(invocation);
}

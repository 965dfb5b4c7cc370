import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import {nestedString, unstructuredOf, type Unstructured} from '../../../objects/unstructured.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {formatOf, printObject} from '../../printing/output.js';
import {pathOf} from '../../resource-path.js';
import {resolveResource} from '../../selection.js';
import type {Generated} from './generated.js';

/** `kubectl create serviceaccount`. */
export function* serviceAccount(_: Invocation, name: string): Routine<Generated> {
	return {object: {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name}}, failing: 'serviceaccount:'};
}

const bindable = ['Node', 'Pod', 'Secret'];

/** The mistake in the flags for a token. @mirrors kubectl/pkg/cmd/create TokenOptions.Validate */
const tokenProblem = ({flags}: Invocation): string | undefined => {
	const kind = flags.text('bound-object-kind');
	if (flags.durationMs('duration') < 0) {
		return '--duration must be greater than or equal to 0';
	}

	if (flags.durationMs('duration') % 1000 !== 0) {
		return '--duration cannot be expressed in units less than seconds';
	}

	if (kind === '') {
		const orphan = ['bound-object-name', 'bound-object-uid'].find((flag) => flags.text(flag));
		return orphan && `--${orphan} can only be set if --bound-object-kind is provided`;
	}

	if (!bindable.includes(kind)) {
		return `supported --bound-object-kind values are ${bindable.join(', ')}`;
	}

	return flags.text('bound-object-name')
		? undefined
		: '--bound-object-name is required if --bound-object-kind is provided';
};

/** `kubectl create token`: asks the server for a token of a service account. */
export function* token(invocation: Invocation): Routine<number | void> {
	const {flags, words} = invocation;
	const [name, ...others] = words;
	if (name === undefined || others.length > 0) {
		throw usageFailure(invocation.commandPath, `exactly one NAME is required, got ${words.length}`);
	}

	const format = {...formatOf(invocation), typed: true};
	const kind = flags.text('bound-object-kind');
	const boundName = flags.text('bound-object-name');
	const problem = tokenProblem(invocation);
	if (problem) {
		throw new CommandFailure(problem);
	}

	const chosen = yield* invocation.namespace();
	const seconds = flags.durationMs('duration') / 1000;
	const request: Unstructured = {
		apiVersion: 'authentication.k8s.io/v1',
		kind: 'TokenRequest',
		metadata: {},
		spec: {
			audiences: flags.list('audience').length > 0 ? flags.list('audience') : null,
			...(seconds > 0 ? {expirationSeconds: seconds} : {}),
			...(kind
				? {
						boundObjectRef: {
							apiVersion: 'v1',
							kind,
							name: boundName,
							...(flags.text('bound-object-uid') ? {uid: flags.text('bound-object-uid')} : {}),
						},
					}
				: {}),
		},
		status: {},
	};
	yield* note('kubectl.generate', {case: 'token', serviceAccount: name, output: request});
	const resource = yield* resolveResource(invocation, 'serviceaccounts');
	try {
		const response = yield* invocation.request('POST', pathOf(resource, chosen, name, 'token'), {body: request});
		const answer = unstructuredOf(response.body);
		if (format.name === '') {
			invocation.out(`${nestedString(answer, 'status', 'token')}\n`);
		} else {
			printObject((text) => invocation.out(text), format, answer);
		}
	} catch (error) {
		throw error instanceof ApiError ? new CommandFailure(`failed to create token: ${error.message}`) : error;
	}
}

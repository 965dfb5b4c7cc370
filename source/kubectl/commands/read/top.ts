import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure, usageFailure} from '../../failure.js';
import {resolveResource} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {pathOf} from '../../resource-path.js';

/** @throws {CommandFailure} for flags and words that do not go together. @mirrors kubectl/pkg/cmd/top Complete, Validate */
const check = ({flags, words, commandPath}: Invocation, what: 'node' | 'pod'): void => {
	if (words.length > 1) {
		throw usageFailure(commandPath, `${what} [NAME | -l label]`);
	}

	const by = flags.text('sort-by');
	if (by !== '' && by !== 'cpu' && by !== 'memory') {
		throw new CommandFailure('--sort-by accepts only cpu or memory');
	}

	if (words.length > 0 && (flags.text('selector') || (what === 'pod' && flags.text('field-selector')))) {
		throw new CommandFailure(
			what === 'pod'
				? 'only one of NAME or selector can be provided'
				: 'only one of NAME or --selector can be provided',
		);
	}
};

/** `kubectl top` needs metrics-server, which this cluster does not run. */
const top = (what: 'node' | 'pod') =>
	function* (invocation: Invocation): Routine<number | void> {
		check(invocation, what);
		const {all} = yield* invocation.resources();
		if (!all.some(({group}) => group === 'metrics.k8s.io')) {
			throw new CommandFailure('Metrics API not available');
		}

		const {words, flags} = invocation;
		const resource = yield* resolveResource(
			invocation,
			what === 'pod' ? 'pods.metrics.k8s.io' : 'nodes.metrics.k8s.io',
		);
		const namespace = what === 'node' || flags.on('all-namespaces') ? undefined : yield* invocation.namespace();
		yield* invocation.request('GET', pathOf(resource, namespace, words[0]), {
			query: {labelSelector: flags.text('selector'), fieldSelector: flags.text('field-selector')},
		});
		throw new CommandFailure('metrics not available yet');
	};

/** `kubectl top node`. */
export const topNode = top('node');

/** `kubectl top pod`. */
export const topPod = top('pod');

import type {Routine} from '../../../kernel/routine.js';
import {CommandFailure} from '../../failure.js';
import type {Invocation} from '../../invocation.js';
import {labelSelectorOf} from '../../label-selector.js';
import type {Generated} from './generated.js';

const intOrString = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text);

/** `kubectl create poddisruptionbudget`. @mirrors kubectl/pkg/cmd/create PodDisruptionBudgetOpts */
export function* budget(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const [least, most] = [flags.text('min-available'), flags.text('max-unavailable')];
	if (!flags.text('selector')) {
		throw new CommandFailure('a selector must be specified');
	}

	if (!least && !most) {
		throw new CommandFailure('one of min-available or max-unavailable must be specified');
	}

	if (least && most) {
		throw new CommandFailure('min-available and max-unavailable cannot be both specified');
	}

	for (const flag of ['min-available', 'max-unavailable']) {
		if (flags.text(flag) && !/^\d+%?$/.test(flags.text(flag))) {
			throw new CommandFailure(`invalid format specified for ${flag}`);
		}
	}

	return {
		object: {
			apiVersion: 'policy/v1',
			kind: 'PodDisruptionBudget',
			metadata: {name},
			spec: {
				...(least ? {minAvailable: intOrString(least)} : {maxUnavailable: intOrString(most)}),
				selector: labelSelectorOf(flags.text('selector')),
			},
			status: {currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0},
		},
		failing: 'poddisruptionbudgets:',
	};
}

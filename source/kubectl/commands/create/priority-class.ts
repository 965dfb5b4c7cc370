import type {Routine} from '../../../kernel/routine.js';
import type {Invocation} from '../../invocation.js';
import type {Generated} from './generated.js';

/** `kubectl create priorityclass`. @mirrors kubectl/pkg/cmd/create PriorityClassOptions */
export function* priorityClass(invocation: Invocation, name: string): Routine<Generated> {
	const {flags} = invocation;
	const globalDefault = flags.on('global-default');
	return {
		object: {
			apiVersion: 'scheduling.k8s.io/v1',
			kind: 'PriorityClass',
			metadata: {name},
			value: flags.number('value'),
			...(globalDefault ? {globalDefault} : {}),
			...(flags.text('description') ? {description: flags.text('description')} : {}),
			preemptionPolicy: flags.text('preemption-policy') || 'PreemptLowerPriority',
		},
		failing: 'priorityclass:',
	};
}

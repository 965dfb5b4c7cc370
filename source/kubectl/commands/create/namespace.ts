import type {Routine} from '../../../kernel/routine.js';
import type {Invocation} from '../../invocation.js';
import {amountsOf} from '../../amounts.js';
import type {Generated} from './generated.js';

/** `kubectl create namespace`. */
export function* namespace(_: Invocation, name: string): Routine<Generated> {
	return {object: {apiVersion: 'v1', kind: 'Namespace', metadata: {name}, spec: {}, status: {}}};
}

/** `kubectl create quota`. @mirrors kubectl/pkg/cmd/create QuotaOpts */
export function* quota(invocation: Invocation, name: string): Routine<Generated> {
	const hard = amountsOf(invocation.flags.text('hard'));
	const scopes = invocation.flags.text('scopes') ? invocation.flags.text('scopes').split(',') : [];
	return {
		object: {
			apiVersion: 'v1',
			kind: 'ResourceQuota',
			metadata: {name},
			spec: {...(Object.keys(hard).length > 0 ? {hard} : {}), ...(scopes.length > 0 ? {scopes} : {})},
			status: {},
		},
		failing: 'quota:',
	};
}

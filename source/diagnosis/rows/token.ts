import type {Pod, ServiceAccount} from '../../objects/kubernetes.generated.js';
import {registryKey} from '../../objects/resources.js';
import type {Finding, Scene} from '../symptom.js';

const field = ['spec', 'automountServiceAccountToken'];

/** Messages of programs that read the token of their Pod; without one, kubectl connects to localhost. */
const missing = /\/var\/run\/secrets\/kubernetes\.io\/serviceaccount|server localhost:8080 was refused/;

/** A Pod without its token, by its own setting or its service account's. */
export const noToken = (
	pod: Pod,
	line: string,
	{ledger}: Scene,
): Pick<Finding, 'field' | 'advice' | 'candidates' | 'elsewhere'> | undefined => {
	const {automountServiceAccountToken: own, serviceAccountName: name = 'default'} = pod.spec;
	if (!missing.test(line) || own === true) {
		return undefined;
	}

	if (own === false) {
		return {field, advice: [({pods}) => pods.noToken], candidates: [{field, change: {remove: true}}]};
	}

	const account = ledger.read<ServiceAccount>(registryKey('serviceaccounts', pod.metadata.namespace, name));
	const of = {kind: 'ServiceAccount', name};
	return account?.automountServiceAccountToken === false
		? {
				elsewhere: {...of, field: ['automountServiceAccountToken']},
				advice: [({pods}) => pods.noTokenOf(name)],
				candidates: [
					{of, field: ['automountServiceAccountToken'], change: {remove: true}},
					{field, change: {value: true}},
				],
			}
		: undefined;
};

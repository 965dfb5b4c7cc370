import {setWebhook} from './defaults.js';
import {defaultsOf} from '../defaults/type-defaults.js';
import {staticNameWarnings} from './static-name.js';
import {checkWebhookConfiguration, webhooksTable} from './webhook.js';
import {describeKind} from '../kind.js';

/** @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/ */
export const mutatingWebhookConfiguration = describeKind(
	'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration',
	{
		validate: {create: checkWebhookConfiguration, update: checkWebhookConfiguration},
		generation: 'counts changes',
		warnings: staticNameWarnings,
		store: {needsVersion: true},
		table: webhooksTable,
		defaults: [
			defaultsOf('admissionregistration.v1.MutatingWebhook', (draft) => {
				setWebhook(draft);
				draft.reinvocationPolicy ??= 'Never';
			}),
		],
	},
);

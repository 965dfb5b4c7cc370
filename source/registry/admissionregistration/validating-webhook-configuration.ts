import {defaultsOf} from '../defaults/type-defaults.js';
import {admissionDefaults, setWebhook} from './defaults.js';
import {staticNameWarnings} from './static-name.js';
import {checkWebhookConfiguration, webhooksTable} from './webhook.js';
import {describeKind} from '../kind.js';

/** @see https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/ */
export const validatingWebhookConfiguration = describeKind(
	'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration',
	{
		validate: {create: checkWebhookConfiguration, update: checkWebhookConfiguration},
		generation: 'counts changes',
		warnings: staticNameWarnings,
		store: {needsVersion: true},
		table: webhooksTable,
		defaults: [...admissionDefaults, defaultsOf('admissionregistration.v1.ValidatingWebhook', setWebhook)],
	},
);

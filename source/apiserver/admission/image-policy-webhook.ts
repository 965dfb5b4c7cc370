import {sleep, type Routine} from '../../kernel/routine.js';
import type {Pod} from '../../objects/kubernetes.generated.js';
import type {AdmissionFindings} from '../../stages/facts/apiserver/admission.js';
import {note} from '../../stages/note.js';
import {objectOf, refuse, type AdmissionAttributes, type AdmissionContext, type AdmissionPlugin} from './plugin.js';

/** The server that the plug-in calls, and its decision if that server does not answer. */
export interface ImagePolicyConfiguration {
	/** Address of a server of the scenario. */
	readonly url: string;
	readonly defaultAllow?: boolean;
}

const annotationPattern = /\.image-policy\.k8s\.io\//;

/**
Asks a server whether the images of a Pod may be run.

@see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/#imagepolicywebhook
@mirrors imagepolicy.Plugin.Validate
*/
export const imagePolicyWebhook = (
	configuration: ImagePolicyConfiguration = {url: 'https://image-policy.example.com'},
): AdmissionPlugin<'ImagePolicyWebhook'> => ({
	name: 'ImagePolicyWebhook',

	concerns: ({operation, resource, subresource}) =>
		(operation === 'CREATE' || operation === 'UPDATE') &&
		resource.group === '' &&
		resource.plural === 'pods' &&
		(subresource === '' || subresource === 'ephemeralcontainers'),

	handles: ({object}) => object !== undefined,

	validate: (attributes, context) => ask(configuration, attributes, context),
});

/** The images that a request brings: those of a Pod, or those of its ephemeral containers where only they can change. */
const imagesOf = (
	{initContainers = [], containers, ephemeralContainers = []}: Pod['spec'],
	subresource: string,
): ReadonlyArray<{readonly image: string}> =>
	(subresource === 'ephemeralcontainers' ? ephemeralContainers : [...containers, ...initContainers]).map(({image}) => ({
		image: image ?? '',
	}));

function* ask(
	{url, defaultAllow}: ImagePolicyConfiguration,
	attributes: AdmissionAttributes,
	{webhooks, annotate}: AdmissionContext,
): Routine<AdmissionFindings['ImagePolicyWebhook']> {
	const pod = objectOf(attributes, 'v1 Pod');
	const review = {
		apiVersion: 'imagepolicy.k8s.io/v1alpha1',
		kind: 'ImageReview',
		spec: {
			containers: imagesOf(pod.spec, attributes.subresource),
			annotations: Object.fromEntries(
				Object.entries(pod.metadata.annotations ?? {}).filter(([key]) => annotationPattern.test(key)),
			),
			namespace: attributes.namespace,
		},
	};
	yield* note('apiserver.admit.validate.ImagePolicyWebhook', {
		case: 'image-review',
		request: review,
		url,
		images: review.spec.containers.length,
	});
	const answer = webhooks?.answer(url, {...review, object: review});
	yield* sleep(answer?.takesMs ?? 1);
	const failure = answer?.fails ?? `dial tcp: lookup ${new URL(url).hostname}: no such host`;
	if (!answer || answer.fails !== undefined) {
		if (!defaultAllow) {
			throw refuse(attributes, `Post ${JSON.stringify(url)}: ${failure}`);
		}

		annotate?.('imagepolicywebhook.image-policy.k8s.io/failed-open', 'true');
		return {case: 'unanswered', failure};
	}

	const why = answer.message ?? answer.reason;
	if (answer.allowed === false) {
		throw refuse(
			attributes,
			why
				? `image policy webhook backend denied one or more images: ${why}`
				: 'one or more images rejected by webhook backend',
		);
	}

	return {case: 'allowed', images: review.spec.containers.map(({image}) => image)};
}

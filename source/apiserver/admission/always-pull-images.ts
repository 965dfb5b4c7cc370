import type {Container, Pod} from '../../objects/kubernetes.generated.js';
import {creates, refuse, type AdmissionPlugin} from './plugin.js';

const always = (container: Container): Container =>
	container.imagePullPolicy === 'Always' ? container : {...container, imagePullPolicy: 'Always'};

/** Has every image pulled for every Pod, so that only who holds the credentials can use a private image that is on the node already. */
export const alwaysPullImages: AdmissionPlugin = {
	name: 'AlwaysPullImages',

	handles: (attributes) => creates(attributes, 'pods'),

	admit({object}) {
		const pod = object as Pod;
		const {containers, initContainers} = pod.spec;
		return {
			object: {
				...pod,
				spec: {
					...pod.spec,
					containers: (containers ?? []).map((container) => always(container)),
					...(initContainers ? {initContainers: initContainers.map((container) => always(container))} : {}),
				},
			} as Pod,
			text: 'Every container gets the pull policy Always: an image that is on the node already is not used without the right to pull it.',
		};
	},

	validate(attributes) {
		const {containers, initContainers} = (attributes.object as Pod).spec;
		const wrong = [...(initContainers ?? []), ...(containers ?? [])].find(
			({imagePullPolicy}) => imagePullPolicy !== 'Always',
		);
		if (wrong) {
			throw refuse(
				attributes,
				`spec.containers[0].imagePullPolicy: Unsupported value: "${wrong.imagePullPolicy}": supported values: "Always"`,
			);
		}

		return 'Every container has the pull policy Always.';
	},
};

import type {Title} from '../../stage.js';
import type {kubectlStages} from '../../kubectl.js';

/** Stages of kubectl, in English. */
export const kubectlTitles: Readonly<Record<keyof typeof kubectlStages, Title>> = {
	'kubectl.kubeconfig': {
		title: 'Kubeconfig',
		about: 'kubectl finds its configuration: which server, which user, which namespace.',
	},
	'kubectl.parse': {
		title: 'Read the manifest',
		about: 'YAML becomes JSON on your machine; the server never sees your comments or layout.',
	},
	'kubectl.generate': {title: 'Generate the object', about: 'A command without a file builds its object from flags.'},
	'kubectl.discover': {
		title: 'Discovery',
		about: 'kubectl asks the server which resources it serves, and keeps the answer for a while.',
	},
	'kubectl.negotiate': {
		title: 'REST mapping',
		about: 'A kind maps to a resource in a group and version, and so to a URL.',
	},
	'kubectl.validate': {
		title: 'Client-side check',
		about: 'kubectl makes its own checks before anything leaves your machine.',
	},
	'kubectl.request': {title: 'Request', about: 'The HTTP request; from here on the server decides.'},
	'kubectl.print': {title: 'Print', about: "kubectl prints the server's answer."},
};

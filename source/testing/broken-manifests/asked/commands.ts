import type {BrokenManifest} from '../templates.js';

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: nginx, image: "nginx:1.27"}]}
`;

const inShop = `apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
${web.replace('{name: web}', '{name: web, namespace: shop}')}`;

/** The user's commands that name a missing object. */
export const askedCommands: readonly BrokenManifest[] = [
	{
		title: 'command: a container that the Pods do not have',
		manifest: web,
		commands: ['set image deployment/web ngnix=nginx:1.28'],
		says: [
			'refused: kubectl set image deployment/web ngnix=nginx:1.28',
			'error: unable to find container named "ngnix"',
			'Did you mean nginx?',
			'works    kubectl set image deployment/web nginx=nginx:1.28',
		],
	},
	{
		title: 'command: the only container under an invented name',
		manifest: web,
		commands: ['set image deployment/web wrongcontainer=ngnix:1.28', 'get pods'],
		says: [
			'refused: kubectl set image deployment/web wrongcontainer=ngnix:1.28',
			'Its containers: nginx.',
			'helps    kubectl set image deployment/web nginx=ngnix:1.28',
			'ErrImagePull',
		],
	},
	{
		title: 'command: a Deployment that is nearly named so',
		manifest: web,
		commands: ['scale deployment/wbe --replicas 3'],
		says: [
			'deployments.apps "wbe" not found',
			'Did you mean web?',
			'works    kubectl scale deployment/web --replicas 3',
		],
	},
	{
		title: 'command: a Deployment of another namespace',
		manifest: inShop,
		commands: ['rollout restart deployment web'],
		says: [
			'deployments.apps "web" not found',
			'web is in the namespace shop.',
			'works    kubectl rollout restart deployment web -n shop',
		],
	},
	{
		title: 'command: a type that is nearly spelt so',
		manifest: web,
		commands: ['scale deploymnet web --replicas 2'],
		says: [
			"doesn't have a resource type",
			'Did you mean deployment?',
			'works    kubectl scale deployment web --replicas 2',
		],
	},
	{
		title: 'command: a command of kubectl that is nearly spelt so',
		manifest: web,
		commands: ['scal deployment/web --replicas 2'],
		says: ['unknown command "scal" for "kubectl"', 'works    kubectl scale deployment/web --replicas 2'],
	},
	{
		title: 'near miss: a command that waits in vain repeats what is stuck',
		manifest: web.replace('nginx:1.27', 'ngnix:1.27'),
		commands: ['wait --for=condition=Available deployment/web --timeout=30s'],
		says: ['ErrImagePull', 'timed out waiting'],
	},
];

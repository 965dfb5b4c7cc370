import {type BrokenManifest, indent, deployment, main, service, files} from './templates.js';

const ingress = (more: string, backend = 'web', port = 'number: 80'): string =>
	`apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: web\nspec:\n${more === '' ? '' : `${indent(more, 2)}\n`}  rules:\n  - http:\n      paths:\n      - path: /\n        pathType: Prefix\n        backend:\n          service:\n            name: ${backend}\n            port: {${port}}\n`;

/** Services and Ingresses that nobody answers. */
export const traffic: readonly BrokenManifest[] = [
	{
		title: 'service: it selects no Pod',
		manifest: files(deployment(main('ports:\n- containerPort: 80')), service('app: wbe')),
		says: ['selects no Pod', 'spec.selector', 'app: web'],
		code: 1,
	},
	{
		title: 'service: its Deployment wants no Pods',
		manifest: files(deployment(main()).replace('replicas: 1', 'replicas: 0'), service('app: web')),
		says: ['selects no Pod', 'kubectl scale deployment web --replicas=1'],
		never: ['selector: {}'],
		code: 0,
	},
	{
		title: 'service: it selects its Pods',
		manifest: files(deployment(main('ports:\n- containerPort: 80')), service('app: web')),
	},
	{
		title: 'service: a port where its Pods do not listen',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web', '- port: 80\n  targetPort: 8080'),
		),
		says: ['targetPort', '80'],
		code: 1,
	},
	{
		title: 'service: a name that no port has',
		manifest: files(
			deployment(main('ports:\n- name: http\n  containerPort: 80')),
			service('app: web', '- port: 80\n  targetPort: htpp'),
		),
		says: ['targetPort', 'http'],
		code: 1,
	},
	{title: 'service: alone, before its Pods', manifest: service('app: web'), says: ['selects no Pod'], code: 0},
	{
		title: 'service: headless, without ports that anybody listens on',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web').replace('spec:\n', 'spec:\n  clusterIP: None\n'),
		),
	},
	{
		title: 'ingress: without a class',
		manifest: files(deployment(main('ports:\n- containerPort: 80')), service('app: web'), ingress('')),
		says: ['class'],
		code: 1,
	},
	{
		title: 'ingress: to a Service that is not there',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx', 'wbe'),
		),
		says: ['backend.service.name', 'web'],
		code: 1,
	},
	{
		title: 'ingress: to a port that the Service does not have',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx', 'web', 'number: 8080'),
		),
		says: ['backend.service.port', '80'],
		code: 1,
	},
	{
		title: 'ingress: well',
		manifest: files(
			deployment(main('ports:\n- containerPort: 80')),
			service('app: web'),
			ingress('ingressClassName: nginx'),
		),
	},
];

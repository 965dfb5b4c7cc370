import {type BrokenManifest, pod, deployment, main} from './templates.js';

/** The image is at fault. */
export const images: readonly BrokenManifest[] = [
	{
		title: 'image: a blank at the end of its name',
		manifest: pod(main('', '"nginx:1.27 "')),
		says: [
			'must not have leading or trailing whitespace',
			'spec.containers[0].image',
			'Did you mean nginx:1.27?',
			'works',
		],
	},
	{title: 'image: it exists', manifest: deployment(main())},
	{title: 'image: a tag that does not exist', manifest: deployment(main('', 'nginx:does-not-exist')), says: ['image']},
	{title: 'image: upper case', manifest: deployment(main('', 'Nginx')), says: ['image']},
	{
		title: 'image: a user of Docker Hub in upper case, which is the host of a registry',
		manifest: deployment(main('', 'Nginxinc/nginx-unprivileged:1.27')),
		says: ['lookup Nginxinc: no such host', 'works', '+ image: nginxinc/nginx-unprivileged:1.27'],
	},
	...['registry.invalid/team/app:1', 'registry.default.svc.cluster.local:5000/team/app:1'].map((image) => ({
		title: `image: no node can look up the registry of ${image}`,
		manifest: deployment(main('', image)),
		says: [`dial tcp: lookup ${image.replace(/[:/].*/, '')}: no such host`, "not in the cluster's DNS"],
		never: ['works'],
	})),
	{
		title: 'image: the host of its registry is a word that only the author can look up, and its Secret is missing',
		manifest: pod(`imagePullSecrets: [{name: regcred}]\n${main('', 'dev-registry:5000/team/app:1')}`),
		says: [
			'dial tcp: lookup dev-registry: no such host',
			'spec.containers[0].image',
			'The kubelet also warns: FailedToRetrieveImagePullSecret: Unable to retrieve some image pull secrets (regcred)',
		],
		never: ['create secret', 'insufficient_scope'],
	},
	{
		title: 'image: a private registry that can be looked up, and its Secret is missing',
		manifest: pod(`imagePullSecrets: [{name: regcred}]\n${main('', 'ghcr.io/acme/private:1')}`),
		says: [
			'FailedToRetrieveImagePullSecret',
			'insufficient_scope',
			'spec.imagePullSecrets[0].name',
			'kubectl create secret docker-registry regcred',
		],
	},
	{title: 'image: never pulled', manifest: pod(main('imagePullPolicy: Never')), says: ['imagePullPolicy']},
	{
		title: 'image: that of a volume does not exist',
		manifest: pod(
			`volumes: [{name: files, image: {reference: "nginx:does-not-exist"}}]\n${main('volumeMounts: [{name: files, mountPath: /files}]')}`,
		),
		says: ['spec.volumes[0].image.reference'],
	},
	{
		title: 'image: a second container cannot be pulled',
		manifest: pod(`${main()}- name: side\n  image: nginx:does-not-exist`),
		says: ['image'],
	},
	{
		title: 'image: a tag that is newer than all',
		manifest: deployment(main('', 'nginx:1.99')),
		says: ['nginx:1.99: not found', 'works', '+ image: nginx:1'],
	},
	{
		title: 'image: a version that bitnami has moved away',
		manifest: deployment(main('', 'bitnami/redis:7.0')),
		says: ['docker.io/bitnami/redis:7.0: not found', 'works', '+ image: docker.io/bitnamilegacy/redis:7.0'],
	},
	{
		title: 'image: a placeholder that its author has not filled in',
		manifest: deployment(main('', 'gcr.io/PROJECT_ID/app:v1')),
		says: ['InvalidImageName', 'PROJECT_ID is a placeholder'],
		never: ['project_id'],
	},
	{
		title: 'image: a postgres from before it asked for a password',
		manifest: deployment(main('', 'postgres:11.4')),
	},
	{
		title: 'image: the same postgres, of an age that asks for a password',
		manifest: deployment(main('', 'postgres:11.7')),
		says: ['superuser password is not specified', 'POSTGRES_PASSWORD', 'works'],
	},
	{
		title: 'image: distroless has no shell',
		manifest: pod(main('command: [sh, -c, sleep 3600]', 'gcr.io/distroless/static-debian12')),
		says: ['exec: "sh": executable file not found in $PATH'],
	},
	{
		title: 'image: the debug variant of distroless has one',
		manifest: pod(main('command: [sh, -c, sleep 3600]', 'gcr.io/distroless/static-debian12:debug')),
	},
	{
		title: 'image: a rollout to a tag that does not exist goes back to the image of the Pods before',
		before: deployment(
			main('', 'postgres:16-alpine').replace('image:', 'env: [{name: POSTGRES_PASSWORD, value: a}]\n  image:'),
		),
		manifest: deployment(
			main('', 'postgres:99').replace('image:', 'env: [{name: POSTGRES_PASSWORD, value: a}]\n  image:'),
		),
		says: ['postgres:99: not found', '+ image: postgres:16-alpine'],
		never: ['postgres:latest'],
	},
];

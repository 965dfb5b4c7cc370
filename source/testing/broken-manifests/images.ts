import {type BrokenManifest, pod, deployment, main} from './templates.js';

/** The image is at fault. */
export const images: readonly BrokenManifest[] = [
	{title: 'image: it exists', manifest: deployment(main())},
	{title: 'image: a tag that does not exist', manifest: deployment(main('', 'nginx:does-not-exist')), says: ['image']},
	{title: 'image: upper case', manifest: deployment(main('', 'Nginx')), says: ['image']},
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
];

import {megabytes, type KnownImage, type KnownProgram} from '../known-image.js';

const kubectl: KnownProgram = {isKubectl: true};

/** A program that asks others, works for a moment and ends. */
const ends: KnownProgram = {forMs: 1000};

/** Images of kubectl, and of other programs that ask the cluster or a cloud. */
export const clients: readonly KnownImage[] = [
	{
		names: ['bitnami/kubectl', 'bitnamilegacy/kubectl', 'public.ecr.aws/bitnami/kubectl'],
		size: megabytes(100),
		user: '1001',
		shell: 'bash',
		entrypoint: ['kubectl'],
		cmd: ['--help'],
		programs: {kubectl},
	},
	{
		names: ['registry.k8s.io/kubectl', 'rancher/kubectl'],
		size: megabytes(20),
		shell: false,
		entrypoint: ['/bin/kubectl'],
		programs: {kubectl},
	},
	{
		names: ['lachlanevenson/k8s-kubectl', 'portainer/kubectl-shell', 'wernight/kubectl', 'line/kubectl-kustomize'],
		size: megabytes(50),
		shell: 'ash',
		entrypoint: ['kubectl'],
		cmd: ['--help'],
		programs: {kubectl},
	},
	{
		names: ['alpine/k8s', 'dtzar/helm-kubectl', 'rancher/hyperkube', 'alpine/kubectl', 'google/cloud-sdk'],
		size: megabytes(200),
		shell: 'ash',
		cmd: ['bash'],
		programs: {kubectl, helm: ends, aws: ends, gcloud: ends, git: ends},
		variants: [],
	},
	{
		names: ['alpine/git'],
		size: megabytes(30),
		shell: 'ash',
		entrypoint: ['git'],
		cmd: ['--help'],
		directory: '/git',
		programs: {git: ends},
	},
	{
		names: ['alpine/helm'],
		size: megabytes(50),
		shell: 'ash',
		entrypoint: ['helm'],
		cmd: ['--help'],
		directory: '/apps',
		programs: {helm: ends},
	},
	{
		names: ['amazon/aws-cli', 'public.ecr.aws/aws-cli/aws-cli'],
		size: megabytes(130),
		shell: 'bash',
		entrypoint: ['/usr/local/bin/aws'],
		directory: '/aws',
		programs: {aws: ends},
	},
];

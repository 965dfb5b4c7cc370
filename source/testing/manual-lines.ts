import {readdirSync} from 'node:fs';
import {packageFile} from '../kernel/node-platform.js';
import {readDocument, readPage} from './documents.js';

/** The front page and the pages of the manual. */
export const documents: readonly string[] = [
	'README.md',
	...readdirSync(packageFile('source/manual/'))
		.filter((name) => name.endsWith('.md'))
		.map((name) => `source/manual/${name}`),
];

/** A command line of this program in an example. */
export interface ExampleLine {
	/** The words without comments, `npx`, `&` and the output file. */
	readonly words: string;
	/** The file that receives its standard output. */
	readonly to?: string;
}

/** The command lines of this program in the shell blocks of a document, in their order. */
export const exampleLines = (document: string): readonly ExampleLine[] =>
	[...readDocument(document).matchAll(/```sh\n([\s\S]*?)```/g)]
		.flatMap(([, block = '']) => block.replaceAll('\\\n', ' ').split('\n'))
		.map((line) => line.replace(/(?:^| )#.*$/, '').replace(/ &$/, ''))
		.map((line) => {
			const to = / > (\S+)$/.exec(line)?.[1];
			const words = line
				.replace(/ > \S+$/, '')
				.replace(/^npx /, '')
				.trim();
			return to === undefined ? {words} : {words, to};
		})
		.filter(({words}) => /^k8s-walkthrough\b/.test(words));

/** The first block of a page that begins with a text; empty without one. */
export const blockAfter = (topic: string, beginning: string): string =>
	new RegExp(`\`\`\`(?:yaml)?\\n(${beginning}[\\s\\S]*?)\`\`\``).exec(readPage(topic))?.[1] ?? '';

/** A Deployment and its Service of type NodePort. */
export const exampleApplication = (name: string, image: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: 2
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec: {containers: [{name: main, image: '${image}', ports: [{containerPort: 80}]}]}
---
apiVersion: v1
kind: Service
metadata: {name: ${name}}
spec: {type: NodePort, selector: {app: ${name}}, ports: [{port: 80, nodePort: 30080}]}
`;

/** The Pod that examples call web.yaml. */
export const examplePod =
	'apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: web, image: nginx:1.27}]}\n';

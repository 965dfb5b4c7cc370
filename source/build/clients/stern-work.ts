/** Runs a program, notes whether it succeeded with the expected output, and returns its output. */
export type Step = (program: string, words: readonly string[], says?: RegExp, input?: string) => string;

/** A Pod that logs every second, beside one that logs once. */
const talking = `apiVersion: apps/v1
kind: Deployment
metadata: {name: talk}
spec:
  replicas: 2
  selector: {matchLabels: {app: talk}}
  template:
    metadata: {labels: {app: talk}}
    spec:
      containers:
      - {name: talk, image: busybox, command: [sh, -c, 'while true; do echo hello; sleep 1; done']}
      - {name: web, image: 'nginx:1.27'}
`;

/** The expected output of stern for existing logs. */
const sternWork: ReadonlyArray<readonly [words: string, says: RegExp]> = [
	['talk --no-follow --tail 1 --color never', /^talk-\S+-\S+ talk hello$/m],
	['deployment/talk -c web --no-follow --color never', /^talk-\S+ web .*start worker processes$/m],
	['-l app=talk -c talk --no-follow --tail 1 -o json', /"message":"hello","nodeName":"node-\w"/],
	['. -A --no-follow --tail 1 --timestamps short --color never', /^default talk-\S+ talk \S+Z hello$/m],
];

/** Follows for five seconds: each Pod has a line already, and writes more. */
const following = 'stern talk -c talk --tail 1 --color never & sleep 5; kill $!';

/** stern prints and follows the logs of two Pods, with each way to name them. */
export const workWithStern = (step: Step, stern: string, kubectl: string): void => {
	step(kubectl, ['apply', '-f', '-'], /talk created/, talking);
	step(kubectl, 'rollout status deployment talk --timeout 120s'.split(' '), /successfully rolled out/);
	for (const [words, says] of sternWork) {
		step(stern, words.split(' '), says);
	}

	step('sh', ['-c', following.replace('stern', stern)], /(?: talk hello$[^]*){3}/m);
};

/** Facts of the stops in kubectl. */
export interface KubectlFacts {
	'kubectl.print': {
		readonly case: 'end';
		readonly command: string;
		readonly code: number;
		readonly stdout: string;
		readonly stderr: string;
	};
}

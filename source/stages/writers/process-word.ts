/**
A process in a word, as a person mentions it: `scheduler`, `kubelet/node-a`, `deployment` for a controller.

@param process its full name, such as `controller-manager/deployment`, `greeter/worker` or `kube-scheduler/bind/default/web/1-147`.
*/
export const processWord = (process: string): string => {
	const [first = '', second, ...rest] = process.split('/');
	switch (first) {
		case 'kubectl': {
			return 'kubectl';
		}

		case 'kube-scheduler': {
			return 'scheduler';
		}

		case 'controller-manager': {
			return second ?? first;
		}

		case 'kubelet': {
			return second === undefined ? first : `${first}/${second}`;
		}

		default: {
			return second === undefined || second === 'worker' || rest.length > 0 ? first : process;
		}
	}
};

/** The client whose watches all controllers of kube-controller-manager share. */
const shared = 'kube-controller-manager/informers';

/**
The clients of a cluster that have their own watches. A part of a program uses the watches of the program: the workers of a kubelet use
those of `kubelet/node-a`, controllers those of `kube-controller-manager/informers`.
*/
export const watchingClients = (clients: readonly string[]): readonly string[] =>
	clients.filter((client) =>
		client.startsWith('kube-controller-manager/')
			? client === shared
			: !clients.some((other) => client.startsWith(`${other}/`)),
	);

/** The client whose watches a client uses; by default, the client itself. */
export const watchesFor = (client: string, watching: readonly string[]): string =>
	client.startsWith('kube-controller-manager/')
		? shared
		: (watching.find((other) => client === other || client.startsWith(`${other}/`)) ?? client);

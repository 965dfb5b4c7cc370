// Keeps this version of the page for use without a network. The build fills in the version and the files.
const prefix = `k8s-walkthrough-${new URL(registration.scope).pathname}-`;
const version = `${prefix}VERSION`;
// Other versions beside this one keep themselves.
const others = new RegExp(`^${new URL('.', location).pathname}v\\d+\\.\\d+/`);
const files = FILES;

addEventListener('install', (event) => {
	event.waitUntil(
		caches
			.open(version)
			.then((cache) => cache.addAll(files))
			.then(() => self.skipWaiting()),
	);
});

addEventListener('activate', (event) => {
	event.waitUntil(
		caches
			.keys()
			.then((names) =>
				Promise.all(
					names.filter((name) => name.startsWith(prefix) && name !== version).map((name) => caches.delete(name)),
				),
			)
			.then(() => self.clients.claim()),
	);
});

// A browser that cannot read or write what it keeps still has the server.
const answerOf = async (event) => {
	const kept = await caches.match(event.request, {ignoreSearch: true, cacheName: version}).catch(() => undefined);
	if (kept) {
		return kept;
	}

	const answer = await fetch(event.request);
	if (answer.ok && event.request.method === 'GET') {
		const copy = answer.clone();
		event.waitUntil(
			caches
				.open(version)
				.then((cache) => cache.put(event.request, copy))
				.catch(() => undefined),
		);
	}

	return answer;
};

addEventListener('fetch', (event) => {
	// Recordings may change on the server: they are never kept.
	if (event.request.cache !== 'no-store' && !others.test(new URL(event.request.url).pathname)) {
		event.respondWith(answerOf(event));
	}
});

import {askedResource, auditedRequest, authorizersAsked, contentOf, recognised} from '../../digest/request.js';
import type {AccessQuestion, PathHandler, RequestFacts, User} from '../../facts/apiserver/request.js';
import {counted} from '../words.js';
import type {Translation} from '../../translation.js';
import type {Sentences} from '../../language-table.js';

/** `"bob" in "a", "b"`. */
const userInGroups = ({username, groups}: User): string =>
	groups.length === 0
		? `«${username}»`
		: `«${username}» из ${groups.length === 1 ? 'группы' : 'групп'} ${groups.map((group) => `«${group}»`).join(', ')}`;

/** `list pods в пространстве имён "default"`, `get по пути "/apis"`. */
const what = (question: AccessQuestion): string => {
	if (!question.isResourceRequest) {
		return `${question.verb} по пути «${question.path}»`;
	}

	const {verb, namespace} = question;
	return `${verb} ${askedResource(question, (name) => `«${name}»`)}${namespace === '' ? '' : ` в пространстве имён «${namespace}»`}`;
};

const handlers: Readonly<Record<PathHandler, string>> = {
	'core-discovery': 'discovery основной группы',
	'group-list': 'discovery всех групп',
	'group-discovery': 'discovery одной группы',
	version: 'версия',
	health: 'состояние',
	openapi: 'OpenAPI',
	metrics: 'метрики',
	index: 'указатель',
};

const routeSentence: Sentences<RequestFacts>['apiserver.route'] = (facts) => {
	switch (facts.route) {
		case 'proxy': {
			const to = `kube-apiserver сам подключается к ${facts.host}:${facts.port}`;
			if (facts.asks) {
				return `kube-apiserver пересылает запрос на ${facts.host}:${facts.port} и ждёт ответа.`;
			}

			return facts.status === undefined
				? `${to}, но этот порт не прослушивается.`
				: `${to} и передаёт ответ: ${facts.status}.`;
		}

		case 'resource': {
			const {path, group, version, resource, subresource} = facts.info;
			return `${path} — зарегистрированный маршрут ${subresource === '' ? '' : `субресурса ${subresource} ресурса `}${resource} в ${group === '' ? version : `${group}/${version}`}; его обработчик — «${facts.handler}».`;
		}

		case 'read only': {
			return `${facts.info.path} — документ только для чтения: ${handlers[facts.handler]}.`;
		}

		case 'no custom': {
			return `${facts.info.path} относится к пользовательскому ресурсу ${facts.info.resource}, но этот запрос он не поддерживает.`;
		}

		case 'no method': {
			return `${facts.info.path} относится к ${facts.info.resource}, но этот метод там не поддерживается.`;
		}

		case 'path': {
			return `На ${facts.info.path} нет ресурса; путь обслуживает собственный обработчик: ${handlers[facts.handler]}.`;
		}

		case 'remote': {
			return `На ${facts.info.path} отвечает другой сервер — тот, который назван в APIService.`;
		}

		case 'unavailable': {
			return `На ${facts.info.path} должен отвечать другой сервер, но его APIService недоступен: ответом будет 503.`;
		}

		default: {
			return `На ${facts.info.path} ничего не зарегистрировано, и ни один обработчик путей его не обслуживает: ответом будет 404.`;
		}
	}
};

/** The caller's identity, by its proof. The group system:authenticated is not mentioned: every recognised user has it. */
const proof = (authenticator: string, caller: User): string => {
	const user = recognised(caller);
	switch (authenticator) {
		case 'x509': {
			return `Пользователя называет клиентский сертификат: common name — пользователь, organizations — группы. Это ${userInGroups(user)}.`;
		}

		case 'token file': {
			return `Этот bearer-токен есть в файле токенов: он принадлежит ${userInGroups(user)}.`;
		}

		default: {
			return `Токен служебной учётной записи подписан этим кластером, и объект, к которому он привязан, ещё существует: это ${userInGroups(user)}.`;
		}
	}
};

const authenticateSentence: Sentences<RequestFacts>['apiserver.authenticate'] = (facts) => {
	if ('output' in facts) {
		return facts.verdict === 'authenticated'
			? `Токен принадлежит «${facts.output.user?.username}».`
			: `Токен не принадлежит ни одному пользователю: ${facts.output.error ?? 'он неизвестен'}.`;
	}

	if ('authenticator' in facts) {
		if (facts.verdict === 'not mine') {
			return 'В файле токенов такого bearer-токена нет; проверяет следующий аутентификатор.';
		}

		if (facts.verdict === 'refused') {
			return facts.problem === undefined
				? 'Этот bearer-токен подписал не этот apiserver.'
				: `Токен служебной учётной записи ${facts.subject} больше не действует: ${facts.problem}.`;
		}

		return facts.authenticator === 'anonymous'
			? 'Учётных данных в запросе нет, поэтому пользователь — system:anonymous из группы system:unauthenticated.'
			: `${proof(facts.authenticator, facts.user)} ${facts.dropsHeader ? 'Заголовок Authorization убран; вместо него в запросе указан пользователь.' : 'Дальше в запросе указан этот пользователь.'}`;
	}

	if (facts.verdict === 'impersonated') {
		const {before, after} = facts;
		return `«${before.username}» вправе выступать от имени «${after.username}»: дальше запрос идёт от ${userInGroups(after)}.`;
	}

	if ('asked' in facts) {
		return `«${facts.user.username}» запрашивает действия от имени «${facts.wish.name}», но действие ${what(facts.asked)} ему запрещено.`;
	}

	return 'wish' in facts
		? 'Заголовки impersonation называют группы или дополнительные поля, но не пользователя.'
		: 'Ни один аутентификатор не принял учётные данные, поэтому ответ — 401. Остальная часть запроса не читается.';
};

/** The sentence that none of the authorizers allows a request. */
const refusing = (authorizers: readonly string[]): string => {
	switch (authorizers.length) {
		case 1: {
			return `${authorizers.join('')} этого не разрешает`;
		}

		case 2: {
			return `ни ${authorizers.join(', ни ')} этого не разрешает`;
		}

		default: {
			return `ни один из ${authorizers.join(', ')} этого не разрешает`;
		}
	}
};

const authorizeSentence: Sentences<RequestFacts>['apiserver.authorize'] = (facts) => {
	if ('escalation' in facts) {
		const {user, escalation} = facts;
		return `${escalation.kind} «${escalation.name}» даёт больше прав, чем есть у пользователя «${user.username}», поэтому не сохраняется: нельзя дать права, которых нет у самого.`;
	}

	if ('output' in facts) {
		return `У «${facts.user.username}» ${counted(facts.output.length, 'правило', 'правила', 'правил')} в пространстве имён «${facts.namespace}».`;
	}

	const {request, verdict, reason, opinions} = facts;
	if (!('authorizer' in facts)) {
		return `Запрос проверки: разрешено ли пользователю «${facts.request.user.username}» действие ${what(request)}? ${verdict === 'allowed' ? 'Да' : 'Нет'}${reason === '' ? '' : `, ${reason}`}.`;
	}

	const who = `Пользователю «${facts.user.username}»`;
	if (verdict === 'forbidden') {
		const asked = authorizersAsked(opinions);
		return `${who} запрещено действие ${what(request)}: ${refusing(asked)}${reason === '' ? '' : ` (${reason})`}.`;
	}

	switch (facts.authorizer) {
		case 'SystemMasters': {
			return `${who} разрешено действие ${what(request)}: участников system:masters пропускают до проверки правил.`;
		}

		case 'Node': {
			return `Авторизатор Node разрешает пользователю «${facts.user.username}» действие ${what(request)}: это касается собственного узла kubelet или привязанного к нему Pod.`;
		}

		default: {
			return `${who} разрешено действие ${what(request)}: ${reason === '' ? `разрешает ${facts.authorizer}` : reason}.`;
		}
	}
};

/** The contents of a response. */
const content = (body: unknown): string => {
	const {items, object, resourceVersion} = contentOf(body);
	const what = items === undefined ? object && `: ${object}` : `: ${counted(items, 'объект', 'объекта', 'объектов')}`;
	return what ? `${what}${resourceVersion === undefined ? '' : `, resourceVersion ${resourceVersion}`}` : '';
};

/** The steps of every request, in Russian. */
export const requestSentences: Translation<Sentences<RequestFacts>> = {
	'apiserver.route': routeSentence,
	'apiserver.authenticate': authenticateSentence,
	'apiserver.audit': ({event}) =>
		`Журнал аудита записывает на уровне Metadata: ${event.user} запрашивает ${auditedRequest(event)}.`,
	'apiserver.authorize': authorizeSentence,
	'apiserver.authorizer.*'({authorizer, verdict, reason, user, request, next}) {
		const why = reason === '' ? '' : ` (${reason})`;
		const question = `можно ли «${user.username}» ${what(request)}`;
		if (verdict === 'no opinion') {
			return `Авторизатор ${authorizer} не знает, ${question}${why}: ${next ? `дальше решает ${next}` : 'он последний, поэтому ответ — нет'}.`;
		}

		return `Авторизатор ${authorizer} решает, ${question}: ${verdict === 'allow' ? 'да' : 'нет'}${why}. Остальные авторизаторы не опрашиваются.`;
	},
	'apiserver.convert'(facts) {
		const {kind, name = '', from, to} = facts;
		const what = `${kind} «${name}» из ${from} в ${to}`;
		switch (facts.case) {
			case 'asks': {
				return `kube-apiserver отправляет ConversionReview на ${facts.url}, чтобы перевести ${what}, и ждёт не больше ${facts.timeoutSeconds} с.`;
			}

			case 'answers': {
				return `Webhook перевёл ${what}${facts.isAssumed ? ': меняется только версия; программа не симулируется, это допущение' : ''}.`;
			}

			case 'failed': {
				return `${facts.message}.${facts.notCalled ? ' Серверы вне симуляции не вызываются, кроме как с `serve --webhooks`.' : ''}`;
			}
		}
	},
	'apiserver.respond'(facts) {
		if (!('code' in facts)) {
			return `kube-apiserver не работает: ${facts.method} ${facts.path} остаётся без ответа.`;
		}

		const {code, reason, message, body} = facts;
		return code >= 400
			? `kube-apiserver отвечает ${code}${reason ? ` ${reason}` : ''}: ${message ?? String(body).trim()}`
			: `kube-apiserver отвечает ${code}${content(body)}.`;
	},
	'apiserver.decode'(facts) {
		if ('patch' in facts) {
			return `${facts.patch} применяется к ${facts.kind} ${facts.name} с resourceVersion ${facts.resourceVersion}.`;
		}

		return 'verdict' in facts
			? `Тело запроса не удаётся разобрать как ${facts.target}. Цепочка здесь заканчивается.`
			: `Тело запроса разобрано как ${facts.targetVersion} ${facts.target}: каждое поле сверено со схемой API.`;
	},
};

export interface paths {
    "/v1/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Browse signals
         * @description Signals posted within a window, by relevanceScore, postedAt and id, all descending. All filters must hold. A page ends early when its signals have more than 8 MiB.
         *
         *     Scope: `signals:read`.
         */
        get: operations["listResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/results/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one signal
         * @description The signal as it is now, whatever its age: no window of postedAt applies.
         *
         *     Scope: `signals:read`.
         */
        get: operations["getResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List accounts
         * @description One row for each accountKey that a signal has now, by accountKey in the order of its UTF-8 bytes. `name` and `region` are what the latest signal that has one says; without a name it is the key without its prefix. `topScore` is the greatest score of the greatest scoreVersion. 403 also when the workspace's plan does not include account intelligence; the message then names the plan.
         *
         *     Scope: `accounts:read`.
         */
        get: operations["listAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listeners": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List listeners
         * @description Every listener, by createdAt and id, descending. `signalCount` is how many signals name the listener now.
         *
         *     Scope: `listeners:read`.
         */
        get: operations["listListeners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listeners/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get one listener
         * @description The listener with its full configuration and the state of its scheduler.
         *
         *     Scope: `listeners:read`.
         */
        get: operations["getListener"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pipeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deals
         * @description Every deal in the pipeline, of any stage, by createdAt and id, descending.
         *
         *     Scope: `pipeline:read`.
         */
        get: operations["listDeals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/pipeline.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export deals as CSV
         * @description The deals by createdAt and id, descending, from one snapshot, as CSV (RFC 4180, with a header). `value` is in minor units; what is null is empty. Text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or CR) gets a leading `'`. One export of a workspace runs at a time, and a few of all: one too many is a 503. The connection breaks off when something goes wrong on the way, when the reader takes less than 64 KiB a second over 10 seconds, or after 10 minutes.
         *
         *     Scope: `export:read`.
         */
        get: operations["exportPipeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/results/{id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Assign a signal
         * @description Says who works a signal, or with null that nobody does; `by` is the key's member. Assigning it to who has it already changes nothing: the moment and the assigner stay.
         *
         *     Scope: `pipeline:write`.
         */
        patch: operations["assignResult"];
        trace?: never;
    };
    "/v1/pipeline/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a deal
         * @description Changes the members that are given, at least one; any stage may follow any other. Null clears `value` and `ownerId`; `stage` cannot be null. A change to what is so already changes nothing, `updatedAt` included.
         *
         *     Scope: `pipeline:write`.
         */
        patch: operations["updateDeal"];
        trace?: never;
    };
    "/v1/pipeline/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add several deals
         * @description Adds 1 to 100 deals, committed together, and reports on each in its place. An `externalId` that this endpoint made a deal of before, in this request or ever, `exists`: it changes nothing and shows that deal as it is now, or null if it was deleted. A `signalId` that is not there is the error of its deal alone.
         *
         *     Scope: `pipeline:write`.
         */
        post: operations["createDeals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/signals/{id}/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a signal to a list
         * @description Adds a signal to a list. Saving it again changes nothing and tells when it was first saved. A signal that is deleted is no longer shown in its lists, and is again if it comes back.
         *
         *     Scope: `collections:write`.
         */
        post: operations["saveSignal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a list
         * @description Creates a named list, shared across the workspace. The name is stored without the space around it. A name that differs from that of another list in nothing but the space around it, case and Unicode composition is a 409.
         *
         *     Scope: `collections:write`.
         */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write a note
         * @description Attaches a note to a signal, an account (by its accountKey) or a deal of this workspace. `createdBy` is the key's member.
         *
         *     Scope: `collections:write`.
         */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/listeners/analyse-website": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Derive a listener plan
         * @description Reads the homepage and up to 19 more pages of its site, as robots.txt allows, and derives an editable plan: keywords, exclusions, queries in the search syntax of each source, and a profile by mode. `find_local_prospects` makes a `places` plan, `find_dissatisfaction` a `rivals` plan, every other objective a `market` plan. An answer may take a minute. A key may call it 5 times in any hour; a call counts once its input is valid. A success takes one of the workspace's analyses of the month (UTC). A website that cannot be read, whatever the reason, is `website_unreadable`: send the request again with `description` and `acceptLimited`.
         *
         *     Scope: `listeners:analyse`.
         */
        post: operations["analyseWebsite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Signal: {
            id: string;
            orgId: string;
            listenerId: string;
            /** @enum {string} */
            source: "x" | "linkedin" | "facebook" | "reddit" | "hackernews" | "linkedin_jobs" | "indeed" | "ashby" | "greenhouse" | "lever" | "google_reviews" | "g2" | "trustpilot" | "youtube";
            /** @description An absolute http or https URL. Characters outside ASCII may come unescaped. */
            url: string;
            title: string;
            excerpt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            postedAt: string;
            relevanceScore: number;
            /** @enum {string} */
            classification: "high_intent" | "evaluating" | "relevant" | "competitor" | "content" | "strong_match" | "worth_a_look" | "stretch" | "mismatch" | "stale" | "hiring_now" | "expanding" | "replacing" | "adjacent" | "switching" | "frustrated" | "comparing" | "praise" | "pain_confirmed" | "at_risk" | "healthy" | "noise";
            rationale: string;
            matchedKeywords: string[];
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            firstSeenAt: string;
            author?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            publishedAt?: string;
            approximateDate?: boolean;
            dedupeKey?: string;
            titleKey?: string;
            /** @enum {string} */
            coverage?: "full_text" | "snippet" | "best_effort" | "enriched";
            /** @enum {number} */
            scoreVersion?: 1 | 2 | 3;
            scoreBreakdown?: components["schemas"]["ScoreBreakdown"];
            /** @enum {string} */
            signalCategory?: "direct_intent" | "hire_vs_buy" | "competitor_pain" | "growth" | "funding" | "procurement" | "construction" | "regulatory" | "operational_pain" | "tech_change" | "leadership_change" | "real_estate" | "new_business" | "cx_failure" | "missing_capability" | "incident";
            /** @enum {string} */
            urgency?: "low" | "medium" | "high" | "immediate";
            /** @enum {string} */
            purchaseIntent?: "weak" | "moderate" | "strong" | "explicit";
            /** @enum {string} */
            confidence?: "low" | "medium" | "high";
            inferredNeed?: string;
            recommendedAction?: string;
            situation?: string;
            opportunity?: string;
            /** @enum {number} */
            inferenceHops?: 0 | 1;
            suggestedAngle?: string;
            themes?: string[];
            rating?: number;
            subjectOrg?: components["schemas"]["SubjectOrg"];
            subjectName?: string;
            /** @example d:example.com */
            accountKey?: string;
            rivalKey?: string;
            placeKey?: string;
            policy?: components["schemas"]["SurfacingPolicy"];
            /** @enum {string} */
            passedBy?: "keyword" | "rerank";
            rerankScore?: number;
            foundByQuery?: string;
            /** @enum {string} */
            queryAttribution?: "exact" | "inferred";
            assignedTo?: {
                userId: string;
                /**
                 * Format: date-time
                 * @example 2026-11-20T09:00:00.000Z
                 */
                at: string;
                by: string;
            };
            feedback?: {
                /** @enum {string} */
                verdict: "good" | "bad";
                /**
                 * Format: date-time
                 * @example 2026-11-20T09:00:00.000Z
                 */
                at: string;
            };
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            readAt?: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            alertedAt?: string;
        };
        ScoreBreakdown: {
            purchaseIntent: number;
            fit: number;
            urgency: number;
            recency: number;
            commercialValue: number;
            evidenceQuality: number;
            multiSignal: number;
        };
        SubjectOrg: {
            name?: string;
            location?: string;
            /** @enum {string} */
            workMode?: "any" | "remote" | "hybrid" | "onsite";
            seniority?: string;
            compensation?: string;
        };
        SurfacingPolicy: {
            propensity: number;
            explored: boolean;
            scoreAtDecision: number;
            barAtDecision: number;
        };
        Listener: {
            id: string;
            orgId: string;
            name: string;
            /** @enum {string} */
            mode: "market" | "places" | "rivals";
            objective: string;
            schedule: ({
                everyMinutes: number;
                timezone: string;
            } | {
                cron: string;
                timezone: string;
            }) | null;
            signalCount: number;
            keywords: string[];
            exclusions: string[];
            queries: {
                /** @enum {string} */
                source: "x" | "linkedin" | "facebook" | "reddit" | "hackernews" | "linkedin_jobs" | "indeed" | "ashby" | "greenhouse" | "lever" | "google_reviews" | "g2" | "trustpilot" | "youtube";
                query: string;
            }[];
            /** @enum {string} */
            sensitivity: "low" | "balanced" | "high";
            profile: {
                targetRoles: string[];
            } | {
                categories: string[];
                locations: string[];
            } | {
                rivals: string[];
                painVocabulary: string[];
            };
            scheduler: {
                /** @enum {string} */
                state: "idle" | "queued" | "running" | "paused" | "failed";
                lastRunAt: string | null;
                nextRunAt: string | null;
                lastError: string | null;
            };
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        Deal: {
            id: string;
            orgId: string;
            name: string;
            /** @enum {string} */
            stage: "new" | "contacted" | "qualified" | "proposal" | "won" | "lost";
            open: boolean;
            value: {
                amount: number;
                currency: string;
            } | null;
            accountKey: string | null;
            signalId: string | null;
            ownerId: string | null;
            externalId: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            updatedAt: string;
        };
        Account: {
            /** @example d:example.com */
            accountKey: string;
            name: string;
            domain: string | null;
            region: string | null;
            signalCount: number;
            topScore: number;
            topScoreVersion: number;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            firstSignalAt: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            lastSignalAt: string;
            assignedTo: string[];
        };
        ListenerSummary: {
            id: string;
            name: string;
            /** @enum {string} */
            mode: "market" | "places" | "rivals";
            objective: string;
            schedule: ({
                everyMinutes: number;
                timezone: string;
            } | {
                cron: string;
                timezone: string;
            }) | null;
            signalCount: number;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
        };
        Collection: {
            id: string;
            name: string;
            description: string | null;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
        };
        Note: {
            id: string;
            target: {
                /** @constant */
                type: "signal";
                id: string;
            } | {
                /** @constant */
                type: "account";
                /** @example d:example.com */
                id: string;
            } | {
                /** @constant */
                type: "deal";
                id: string;
            };
            body: string;
            /**
             * Format: date-time
             * @example 2026-11-20T09:00:00.000Z
             */
            createdAt: string;
            createdBy: string;
        };
        ListenerPlan: {
            /** @enum {string} */
            mode: "market" | "places" | "rivals";
            /** @enum {string} */
            objective: "find_customers" | "find_competitors" | "find_partnerships" | "find_dissatisfaction" | "find_local_prospects" | "custom";
            keywords: string[];
            exclusions: string[];
            queries: {
                /** @enum {string} */
                source: "x" | "linkedin" | "facebook" | "reddit" | "hackernews" | "linkedin_jobs" | "indeed" | "ashby" | "greenhouse" | "lever" | "google_reviews" | "g2" | "trustpilot" | "youtube";
                query: string;
            }[];
            profile: {
                targetRoles: string[];
            } | {
                categories: string[];
                locations: string[];
            } | {
                rivals: string[];
                painVocabulary: string[];
            };
            /** @description The plan was made without a crawl. */
            limited: boolean;
        };
        Error: {
            /** @description Fit to be shown to a user; never repeats the input. */
            message: string;
            /**
             * @description Stable: branch on it.
             * @enum {string}
             */
            code: "bad_request" | "invalid_request" | "invalid_json" | "invalid_event" | "unauthorized" | "signature_invalid" | "signature_stale" | "forbidden" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "body_too_large" | "unsupported_media_type" | "website_unreadable" | "rate_limited" | "allowance_exhausted" | "headers_too_large" | "internal" | "unavailable";
            /** @description On a 400: what is wrong where. Diagnostic only. */
            detail?: {
                path: string;
                message: string;
            }[];
        };
    };
    responses: {
        /**
         * @description `invalid_request`: Correct the members that `detail` names.
         *     `bad_request`: Send a well-formed HTTP/1.1 request.
         */
        InvalidRequestOrBadRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimitIfCounted"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingIfCounted"];
                "RateLimit-Reset": components["headers"]["RateLimitResetIfCounted"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "bad_request";
                };
            };
        };
        /** @description `unauthorized`: Send a valid API key as a bearer token. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "unauthorized";
                };
            };
        };
        /** @description `forbidden`: Use a key with the scope, or a plan with the feature, that is named. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "forbidden";
                };
            };
        };
        /** @description `method_not_allowed`: Use one of the methods in the Allow header. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "method_not_allowed";
                };
            };
        };
        /** @description `request_timeout`: Send the whole request faster. */
        RequestTimeout: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "request_timeout";
                };
            };
        };
        /** @description `rate_limited`: Wait for the seconds that Retry-After names. */
        RateLimited: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimitIfCounted"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingIfCounted"];
                "RateLimit-Reset": components["headers"]["RateLimitResetIfCounted"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited";
                };
            };
        };
        /** @description `headers_too_large`: Send fewer or shorter headers. */
        HeadersTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "headers_too_large";
                };
            };
        };
        /** @description `internal`: Report the x-request-id of the answer. */
        Internal: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimitIfCounted"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingIfCounted"];
                "RateLimit-Reset": components["headers"]["RateLimitResetIfCounted"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "internal";
                };
            };
        };
        /** @description `unavailable`: Send the request again after the seconds that Retry-After names. */
        Unavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimitIfCounted"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingIfCounted"];
                "RateLimit-Reset": components["headers"]["RateLimitResetIfCounted"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "unavailable";
                };
            };
        };
        /** @description `not_found`: Check the path and the id. */
        NotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "not_found";
                };
            };
        };
        /**
         * @description `invalid_request`: Correct the members that `detail` names.
         *     `bad_request`: Send a well-formed HTTP/1.1 request.
         *     `invalid_json`: Send one JSON document in UTF-8 without a byte order mark.
         */
        InvalidRequestOrBadRequestOrInvalidJson: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimitIfCounted"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingIfCounted"];
                "RateLimit-Reset": components["headers"]["RateLimitResetIfCounted"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "invalid_request" | "bad_request" | "invalid_json";
                };
            };
        };
        /** @description `conflict`: Read the record again and decide anew. */
        Conflict: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfterIfUseful"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "conflict";
                };
            };
        };
        /** @description `body_too_large`: Send a smaller body. */
        BodyTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "body_too_large";
                };
            };
        };
        /** @description `unsupported_media_type`: Send application/json in UTF-8 without a content-encoding. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "unsupported_media_type";
                };
            };
        };
        /** @description `website_unreadable`: Send the request again with description and acceptLimited. */
        WebsiteUnreadable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "website_unreadable";
                };
            };
        };
        /**
         * @description `rate_limited`: Wait for the seconds that Retry-After names.
         *     `allowance_exhausted`: Wait for the next month, or raise the allowance.
         */
        RateLimitedOrAllowanceExhausted: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Limit": components["headers"]["RateLimitLimitIfCounted"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemainingIfCounted"];
                "RateLimit-Reset": components["headers"]["RateLimitResetIfCounted"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    code?: "rate_limited" | "allowance_exhausted";
                };
            };
        };
    };
    parameters: {
        /**
         * @description Comes back in the answer; makes the request findable in the logs.
         * @example import-2026-11-20.1
         */
        RequestId: string;
        /**
         * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
         * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
         */
        IdempotencyKey: string;
        /**
         * @description `t=<seconds>,v1=<hex>`: HMAC-SHA256 under the secret of `t`, a full stop and the raw body. Verify it before believing the event. During a rotation there is one `v1` for each secret.
         * @example t=1767225600,v1=fcf53563b047aeea33bf065ed7246d9d2dfec19f07c2cd0fe72cd25fbd0e37f5
         */
        ServiceSignature: string;
        /**
         * @description Standard Webhooks: the event's id, the same on every try.
         * @example evt_01jc8z6v0q
         */
        WebhookId: string;
        /**
         * @description Standard Webhooks: the second of this try.
         * @example 1767225600
         */
        WebhookTimestamp: string;
        /**
         * @description Standard Webhooks: `v1,<base64>`, under the same secret.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The request's id: the caller's x-request-id where it has the form, else a random one.
         * @example 0b9ff9c4-1c43-4f0f-9d6c-3f2a9c0f4b11
         */
        RequestId: string;
        /**
         * @description Answers are not to be stored.
         * @example no-store
         */
        CacheControl: "no-store";
        /**
         * @description Requests that the key may make in a minute.
         * @example 600
         */
        RateLimitLimit: number;
        /**
         * @description What is left of this minute.
         * @example 599
         */
        RateLimitRemaining: number;
        /**
         * @description Seconds until the next minute begins.
         * @example 42
         */
        RateLimitReset: number;
        /**
         * @description Requests that the key may make in a minute.
         * @example 600
         */
        RateLimitLimitIfCounted: number;
        /**
         * @description What is left of this minute.
         * @example 599
         */
        RateLimitRemainingIfCounted: number;
        /**
         * @description Seconds until the next minute begins.
         * @example 42
         */
        RateLimitResetIfCounted: number;
        /**
         * @description Seconds to wait before the request is sent again.
         * @example 5
         */
        RetryAfter: number;
        /**
         * @description Seconds to wait before the request is sent again.
         * @example 5
         */
        RetryAfterIfUseful: number;
        /**
         * @description The methods that the path serves.
         * @example GET, HEAD
         */
        Allow: string;
        /**
         * @description The answer is that of an earlier request with the same Idempotency-Key.
         * @example true
         */
        IdempotencyReplayed: "true";
        /**
         * @description The scheme.
         * @example Bearer
         */
        WwwAuthenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listResults: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at most. May change between pages.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the page before, with the same filters.
                 * @example eyJhZnRlciI6eyJpZCI6InNpZ184ZDFmIn19.4YH2mKp0Yb6Qx1v3n8s5t7u9w0yAzBcDeFgHiJkLmNo
                 */
                cursor?: string;
                /**
                 * @description The earliest postedAt, inclusive. 30 days before `postedBefore`, or before now, by default.
                 * @example 2026-11-20T09:00:00.000Z
                 */
                postedAfter?: string;
                /**
                 * @description The end of postedAt, exclusive.
                 * @example 2026-11-20T09:00:00.000Z
                 */
                postedBefore?: string;
                /**
                 * @description The listener that found it.
                 * @example lsn_crm
                 */
                listenerId?: string;
                /** @example x */
                source?: "x" | "linkedin" | "facebook" | "reddit" | "hackernews" | "linkedin_jobs" | "indeed" | "ashby" | "greenhouse" | "lever" | "google_reviews" | "g2" | "trustpilot" | "youtube";
                /** @example high_intent */
                classification?: "high_intent" | "evaluating" | "relevant" | "competitor" | "content" | "strong_match" | "worth_a_look" | "stretch" | "mismatch" | "stale" | "hiring_now" | "expanding" | "replacing" | "adjacent" | "switching" | "frustrated" | "comparing" | "praise" | "pain_confirmed" | "at_risk" | "healthy" | "noise";
                /** @example direct_intent */
                signalCategory?: "direct_intent" | "hire_vs_buy" | "competitor_pain" | "growth" | "funding" | "procurement" | "construction" | "regulatory" | "operational_pain" | "tech_change" | "leadership_change" | "real_estate" | "new_business" | "cx_failure" | "missing_capability" | "incident";
                /** @example low */
                urgency?: "low" | "medium" | "high" | "immediate";
                /** @example d:example.com */
                accountKey?: string;
                /**
                 * @description The rubric of relevanceScore; an absent one is 1.
                 * @example 1
                 */
                scoreVersion?: number;
                /**
                 * @description The least relevanceScore.
                 * @example 0
                 */
                minScore?: number;
                /**
                 * @description A user, or `none` for unassigned signals.
                 * @example usr_ada
                 */
                assignedTo?: string;
                /** @example true */
                read?: boolean;
                /** @example true */
                alerted?: boolean;
                /**
                 * @description `none` for signals without a verdict.
                 * @example good
                 */
                verdict?: "good" | "bad" | "none";
            };
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of signals. `nextCursor` is null on the last one. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "sig_8d1f",
                     *           "orgId": "org_demo",
                     *           "listenerId": "lsn_crm",
                     *           "source": "reddit",
                     *           "url": "https://www.reddit.com/r/sales/comments/1abcde/",
                     *           "title": "Which CRM for a team of five?",
                     *           "excerpt": "We have outgrown our spreadsheet and want to decide this month.",
                     *           "postedAt": "2026-11-20T09:00:00.000Z",
                     *           "relevanceScore": 82,
                     *           "classification": "high_intent",
                     *           "rationale": "Asks for a product like ours and names a date.",
                     *           "matchedKeywords": [
                     *             "CRM"
                     *           ],
                     *           "firstSeenAt": "2026-11-20T09:04:12.000Z",
                     *           "publishedAt": "2026-11-20T09:00:00.000Z",
                     *           "urgency": "high",
                     *           "purchaseIntent": "explicit",
                     *           "accountKey": "d:example.com"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Signal"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The signal's id.
                 * @example sig_8d1f
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The signal. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sig_8d1f",
                     *       "orgId": "org_demo",
                     *       "listenerId": "lsn_crm",
                     *       "source": "reddit",
                     *       "url": "https://www.reddit.com/r/sales/comments/1abcde/",
                     *       "title": "Which CRM for a team of five?",
                     *       "excerpt": "We have outgrown our spreadsheet and want to decide this month.",
                     *       "postedAt": "2026-11-20T09:00:00.000Z",
                     *       "relevanceScore": 82,
                     *       "classification": "high_intent",
                     *       "rationale": "Asks for a product like ours and names a date.",
                     *       "matchedKeywords": [
                     *         "CRM"
                     *       ],
                     *       "firstSeenAt": "2026-11-20T09:04:12.000Z",
                     *       "publishedAt": "2026-11-20T09:00:00.000Z",
                     *       "urgency": "high",
                     *       "purchaseIntent": "explicit",
                     *       "accountKey": "d:example.com"
                     *     }
                     */
                    "application/json": components["schemas"]["Signal"];
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at most. May change between pages.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the page before, with the same filters.
                 * @example eyJhZnRlciI6eyJpZCI6InNpZ184ZDFmIn19.4YH2mKp0Yb6Qx1v3n8s5t7u9w0yAzBcDeFgHiJkLmNo
                 */
                cursor?: string;
                /**
                 * @description A user who is assigned to a signal of the account.
                 * @example usr_ada
                 */
                assignedTo?: string;
                /**
                 * @description The account's whole region or one of its comma-separated parts, whatever the case.
                 * @example Germany
                 */
                region?: string;
            };
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of accounts. `nextCursor` is null on the last one. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "accountKey": "d:example.com",
                     *           "name": "Example",
                     *           "domain": "example.com",
                     *           "region": "Berlin, Germany",
                     *           "signalCount": 3,
                     *           "topScore": 82,
                     *           "topScoreVersion": 3,
                     *           "firstSignalAt": "2026-10-02T07:30:00.000Z",
                     *           "lastSignalAt": "2026-11-20T09:00:00.000Z",
                     *           "assignedTo": [
                     *             "usr_ada"
                     *           ]
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Account"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listListeners: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at most. May change between pages.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the page before, with the same filters.
                 * @example eyJhZnRlciI6eyJpZCI6InNpZ184ZDFmIn19.4YH2mKp0Yb6Qx1v3n8s5t7u9w0yAzBcDeFgHiJkLmNo
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of listeners. `nextCursor` is null on the last one. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "lsn_crm",
                     *           "name": "CRM for small teams",
                     *           "mode": "market",
                     *           "objective": "find_customers",
                     *           "schedule": {
                     *             "everyMinutes": 60,
                     *             "timezone": "UTC"
                     *           },
                     *           "signalCount": 214,
                     *           "createdAt": "2026-10-01T08:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["ListenerSummary"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    getListener: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The listener's id.
                 * @example lsn_crm
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The listener. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "lsn_crm",
                     *       "orgId": "org_demo",
                     *       "name": "CRM for small teams",
                     *       "mode": "market",
                     *       "objective": "find_customers",
                     *       "schedule": {
                     *         "everyMinutes": 60,
                     *         "timezone": "UTC"
                     *       },
                     *       "signalCount": 214,
                     *       "keywords": [
                     *         "CRM",
                     *         "sales pipeline"
                     *       ],
                     *       "exclusions": [
                     *         "hiring"
                     *       ],
                     *       "queries": [
                     *         {
                     *           "source": "reddit",
                     *           "query": "title:\"CRM\" subreddit:sales"
                     *         }
                     *       ],
                     *       "sensitivity": "balanced",
                     *       "profile": {
                     *         "targetRoles": [
                     *           "Head of Sales"
                     *         ]
                     *       },
                     *       "scheduler": {
                     *         "state": "idle",
                     *         "lastRunAt": "2026-11-20T09:00:00.000Z",
                     *         "nextRunAt": "2026-11-20T10:00:00.000Z",
                     *         "lastError": null
                     *       },
                     *       "createdAt": "2026-10-01T08:00:00.000Z",
                     *       "updatedAt": "2026-11-01T08:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Listener"];
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeals: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page has at most. May change between pages.
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description The `nextCursor` of the page before, with the same filters.
                 * @example eyJhZnRlciI6eyJpZCI6InNpZ184ZDFmIn19.4YH2mKp0Yb6Qx1v3n8s5t7u9w0yAzBcDeFgHiJkLmNo
                 */
                cursor?: string;
            };
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deals. `nextCursor` is null on the last one. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "deal_01jc8z",
                     *           "orgId": "org_demo",
                     *           "name": "Example, five seats",
                     *           "stage": "qualified",
                     *           "open": true,
                     *           "value": {
                     *             "amount": 125000,
                     *             "currency": "EUR"
                     *           },
                     *           "accountKey": "d:example.com",
                     *           "signalId": "sig_8d1f",
                     *           "ownerId": "usr_ada",
                     *           "externalId": "crm-4711",
                     *           "createdAt": "2026-11-20T09:30:00.000Z",
                     *           "updatedAt": "2026-11-20T11:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        items: components["schemas"]["Deal"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportPipeline: {
        parameters: {
            query?: {
                /**
                 * @description Deals of this stage alone.
                 * @example new
                 */
                stage?: "new" | "contacted" | "qualified" | "proposal" | "won" | "lost";
                /**
                 * @description `true` leaves out the stages `won` and `lost`; `false` is the default.
                 * @example true
                 */
                openOnly?: boolean;
            };
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deals, one in a line. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    /**
                     * @description Always this.
                     * @example attachment; filename="pipeline.csv"
                     */
                    "content-disposition": "attachment; filename=\"pipeline.csv\"";
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example id,name,accountKey,signalId,stage,value,currency,ownerId,createdAt,updatedAt
                     *     deal_01jc8z,"Example, five seats",d:example.com,sig_8d1f,qualified,125000,EUR,usr_ada,2026-11-20T09:30:00.000Z,2026-11-20T11:00:00.000Z
                     */
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The signal's id.
                 * @example sig_8d1f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "usr_ada"
                 *     }
                 */
                "application/json": {
                    /** @description The user who is to work it; null for nobody. */
                    userId: string | null;
                };
            };
        };
        responses: {
            /** @description The signal as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "sig_8d1f",
                     *       "orgId": "org_demo",
                     *       "listenerId": "lsn_crm",
                     *       "source": "reddit",
                     *       "url": "https://www.reddit.com/r/sales/comments/1abcde/",
                     *       "title": "Which CRM for a team of five?",
                     *       "excerpt": "We have outgrown our spreadsheet and want to decide this month.",
                     *       "postedAt": "2026-11-20T09:00:00.000Z",
                     *       "relevanceScore": 82,
                     *       "classification": "high_intent",
                     *       "rationale": "Asks for a product like ours and names a date.",
                     *       "matchedKeywords": [
                     *         "CRM"
                     *       ],
                     *       "firstSeenAt": "2026-11-20T09:04:12.000Z",
                     *       "publishedAt": "2026-11-20T09:00:00.000Z",
                     *       "urgency": "high",
                     *       "purchaseIntent": "explicit",
                     *       "accountKey": "d:example.com",
                     *       "assignedTo": {
                     *         "userId": "usr_ada",
                     *         "at": "2026-11-20T10:00:00.000Z",
                     *         "by": "usr_grace"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Signal"];
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDeal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The deal's id.
                 * @example deal_01jc8z
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "stage": "proposal",
                 *       "value": {
                 *         "amount": 125000,
                 *         "currency": "EUR"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @enum {string} */
                    stage?: "new" | "contacted" | "qualified" | "proposal" | "won" | "lost";
                    /** @description The new value; null clears it. */
                    value?: {
                        amount: number;
                        currency: string;
                    } | null;
                    /** @description The new owner; null clears it. */
                    ownerId?: string | null;
                };
            };
        };
        responses: {
            /** @description The deal as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "deal_01jc8z",
                     *       "orgId": "org_demo",
                     *       "name": "Example, five seats",
                     *       "stage": "proposal",
                     *       "open": true,
                     *       "value": {
                     *         "amount": 125000,
                     *         "currency": "EUR"
                     *       },
                     *       "accountKey": "d:example.com",
                     *       "signalId": "sig_8d1f",
                     *       "ownerId": "usr_ada",
                     *       "externalId": "crm-4711",
                     *       "createdAt": "2026-11-20T09:30:00.000Z",
                     *       "updatedAt": "2026-11-20T11:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Deal"];
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDeals: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 1 MiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "deals": [
                 *         {
                 *           "name": "Example, five seats",
                 *           "accountKey": "d:example.com",
                 *           "externalId": "crm-4711"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    deals: {
                        name: string;
                        /** @description `new` by default. */
                        stage?: ("new" | "contacted" | "qualified" | "proposal" | "won" | "lost") | null;
                        value?: {
                            amount: number;
                            currency: string;
                        } | null;
                        /** @description The company; it need not have an account. */
                        accountKey?: string | null;
                        /** @description A signal of this workspace. */
                        signalId?: string | null;
                        ownerId?: string | null;
                        /** @description Your own id of the deal. It makes at most one deal, ever. */
                        externalId?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description What became of each deal, in the order of the request. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "index": 0,
                     *           "status": "created",
                     *           "deal": {
                     *             "id": "deal_01jc8z",
                     *             "orgId": "org_demo",
                     *             "name": "Example, five seats",
                     *             "stage": "qualified",
                     *             "open": true,
                     *             "value": {
                     *               "amount": 125000,
                     *               "currency": "EUR"
                     *             },
                     *             "accountKey": "d:example.com",
                     *             "signalId": "sig_8d1f",
                     *             "ownerId": "usr_ada",
                     *             "externalId": "crm-4711",
                     *             "createdAt": "2026-11-20T09:30:00.000Z",
                     *             "updatedAt": "2026-11-20T11:00:00.000Z"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        results: ({
                            index: number;
                            /** @constant */
                            status: "created";
                            deal: components["schemas"]["Deal"];
                        } | {
                            index: number;
                            /** @constant */
                            status: "exists";
                            deal: components["schemas"]["Deal"] | null;
                        } | {
                            index: number;
                            /** @constant */
                            status: "error";
                            error: {
                                message: string;
                                /** @constant */
                                code: "not_found";
                            };
                        })[];
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveSignal: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The signal's id.
                 * @example sig_8d1f
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "collectionId": "col_01jc8z"
                 *     }
                 */
                "application/json": {
                    /** @description The list's id. */
                    collectionId: string;
                };
            };
        };
        responses: {
            /** @description Where the signal is saved, since when, and whether this request did it. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "collectionId": "col_01jc8z",
                     *       "signalId": "sig_8d1f",
                     *       "savedAt": "2026-11-20T10:00:00.000Z",
                     *       "created": true
                     *     }
                     */
                    "application/json": {
                        collectionId: string;
                        signalId: string;
                        /**
                         * Format: date-time
                         * @example 2026-11-20T09:00:00.000Z
                         */
                        savedAt: string;
                        created: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "To call this week",
                 *       "description": "What the Monday round picked."
                 *     }
                 */
                "application/json": {
                    name: string;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description The list. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "col_01jc8z",
                     *       "name": "To call this week",
                     *       "description": "What the Monday round picked.",
                     *       "createdAt": "2026-11-20T10:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Collection"];
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 128 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "target": {
                 *         "type": "signal",
                 *         "id": "sig_8d1f"
                 *       },
                 *       "body": "Called them: they decide on Thursday."
                 *     }
                 */
                "application/json": {
                    target: {
                        /** @constant */
                        type: "signal";
                        id: string;
                    } | {
                        /** @constant */
                        type: "account";
                        /** @example d:example.com */
                        id: string;
                    } | {
                        /** @constant */
                        type: "deal";
                        id: string;
                    };
                    body: string;
                };
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "note_01jc8z",
                     *       "target": {
                     *         "type": "signal",
                     *         "id": "sig_8d1f"
                     *       },
                     *       "body": "Called them: they decide on Thursday.",
                     *       "createdAt": "2026-11-20T10:00:00.000Z",
                     *       "createdBy": "usr_grace"
                     *     }
                     */
                    "application/json": components["schemas"]["Note"];
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    analyseWebsite: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Comes back in the answer; makes the request findable in the logs.
                 * @example import-2026-11-20.1
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes the request safe to send again: for 24 hours the same key on the same path gets the answer of the first that succeeded. The same key with another JSON value is a 409; so is one whose first request takes longer than 10 seconds.
                 * @example 7f9c2ba4-e88f-427e-9f1b-2d6c1f0f2f7c
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 64 KiB. */
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "companyName": "Nordhaven",
                 *       "website": "https://www.example.com/",
                 *       "objective": "find_customers",
                 *       "sources": [
                 *         "x",
                 *         "reddit"
                 *       ]
                 *     }
                 */
                "application/json": {
                    companyName: string;
                    website: string;
                    /** @enum {string} */
                    objective: "find_customers" | "find_competitors" | "find_partnerships" | "find_dissatisfaction" | "find_local_prospects" | "custom";
                    sources: ("x" | "linkedin" | "facebook" | "reddit" | "hackernews" | "linkedin_jobs" | "indeed" | "ashby" | "greenhouse" | "lever" | "google_reviews" | "g2" | "trustpilot" | "youtube")[];
                    /** @description What to look for, in words of your own. Needed when `objective` is `custom`. */
                    customObjective?: string | null;
                    /** @description What the company does, in short. Needed with `acceptLimited`. */
                    description?: string | null;
                    /** @description Plan from `description` alone, without a crawl; false by default. */
                    acceptLimited?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The plan, and what is used of the allowance of the month. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "plan": {
                     *         "mode": "market",
                     *         "objective": "find_customers",
                     *         "keywords": [
                     *           "FrostTrack",
                     *           "cold chain monitoring",
                     *           "temperature excursion"
                     *         ],
                     *         "exclusions": [
                     *           "hiring",
                     *           "internship",
                     *           "Nordhaven jobs"
                     *         ],
                     *         "queries": [
                     *           {
                     *             "source": "x",
                     *             "query": "\"cold chain monitoring\" (\"looking for\" OR \"any recommendations\") lang:en -filter:replies"
                     *           },
                     *           {
                     *             "source": "reddit",
                     *             "query": "(title:\"cold chain monitoring\") AND (\"looking for\")"
                     *           }
                     *         ],
                     *         "profile": {
                     *           "targetRoles": [
                     *             "Quality Manager",
                     *             "Head of Logistics"
                     *           ]
                     *         },
                     *         "limited": false
                     *       },
                     *       "usage": {
                     *         "allowance": 100,
                     *         "used": 3,
                     *         "resetsAt": "2026-12-01T00:00:00.000Z"
                     *       }
                     *     }
                     */
                    "application/json": {
                        plan: components["schemas"]["ListenerPlan"];
                        usage: {
                            /** @description Analyses a month. */
                            allowance: number;
                            /** @description Those of this month, this one included. */
                            used: number;
                            /**
                             * Format: date-time
                             * @description When the next month begins.
                             * @example 2026-11-20T09:00:00.000Z
                             */
                            resetsAt: string;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequestOrBadRequestOrInvalidJson"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["WebsiteUnreadable"];
            429: components["responses"]["RateLimitedOrAllowanceExhausted"];
            431: components["responses"]["HeadersTooLarge"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
}

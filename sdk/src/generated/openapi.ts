// Generated from openapi/ by `npm run generate`. Do not edit: change the contract instead.

export interface paths {
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your account
         * @description The account that your API key belongs to, with its balance and what the key may do. A cheap way to check whether a
         *     key is valid.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your usage by day
         * @description How many of your tasks ended on each day, by product and by the key that ordered them, and what they cost: this month so
         *     far, or any range of up to 92 days. Days are in UTC. Exact: over any time the sum is what your account was charged,
         *     and the sum of `cost` over the tasks that succeeded.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the prices
         * @description What every product costs in each of its resolutions. An image costs its `unitPrice`, a video its `unitPrice` times its
         *     `durationSeconds`. No key needed.
         */
        get: operations["getPricing"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/effects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the effects
         * @description Every effect that transformations can apply. Send an effect's `id` as `effectId`: it supplies the instruction, and its
         *     `defaults` apply to fields you leave out. No key needed.
         */
        get: operations["listEffects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List gallery examples
         * @description Finished results that show what effects do, each with the request that produces one like it. The query parameter
         *     takes `image` or `video` in lower case; the field `surface` in the response is in upper case. No key needed.
         */
        get: operations["listExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an image from a prompt
         * @description Text to image. The response comes immediately, with a task in status `QUEUED` and its price reserved; poll the task
         *     for the image. Every field but `prompt` has a default.
         */
        post: operations["generateImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/images/transformations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an image from your image
         * @description Image to image. Transforms one of your `READY` uploads with an effect, a prompt or both. The output is one image whose
         *     size is set by the request, not by the input.
         *
         *     A field that you leave out takes the effect's preset or, if there is none, the field's default.
         */
        post: operations["transformImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/videos/generations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a video from a prompt
         * @description Text to video. The response comes immediately, with a task in status `QUEUED` and its price reserved (the price of the
         *     resolution times `durationSeconds`); poll the task for the video.
         */
        post: operations["generateVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/videos/transformations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a video from your image
         * @description Image to video. Animates one of your `READY` uploads with an effect; a prompt adds to the effect's instruction.
         *
         *     A field that you leave out takes the effect's preset or, if there is none, the field's default.
         */
        post: operations["transformVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your tasks
         * @description Your tasks, newest first, those of all keys of the account. Not billed. Narrow the list by status, product and time of
         *     acceptance, and follow `nextCursor` until it is null. A page looks through a limited part of the list: where few tasks
         *     match, it may be short or empty, and `nextCursor` goes on from there. A task that is accepted meanwhile is on no further page.
         *
         *     With `id`, up to 100 times, the response has exactly these tasks: many tasks are followed by one request. Send
         *     `Prefer: wait=30` and, as `If-None-Match`, the `ETag` of the last response about them: the response then comes when one
         *     of them changes, `304` if none did. Leave out the tasks that are finished, or take their fresh links.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Poll a task
         * @description The task's status, and its result once it has succeeded. Not billed. Poll every second or two until `status` is
         *     `SUCCEEDED`, `FAILED` or `CANCELLED`. Each poll of a succeeded task returns fresh links that are valid for 60 minutes.
         *
         *     With `Prefer: wait=30` the response comes when the task changes, after 30 seconds at the latest: the same body, and
         *     `Preference-Applied: wait=30`. Then poll again at once; without that header, poll again after a second or two. The response
         *     for a finished task comes immediately. Give your HTTP client a longer timeout than the seconds that you ask for.
         *
         *     With `If-None-Match`, the `ETag` of the last response about the task, that of the generation included, a change that
         *     happened between two polls is answered at once, and an unchanged task with `304`.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks/{taskId}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a waiting task
         * @description Cancels a task that is still `QUEUED` and refunds its reservation. For a task that is running, has succeeded or has
         *     failed, the response is 409 and the task is unchanged. Cancelling a cancelled task again gets the same response
         *     and refunds nothing. Takes no body.
         */
        post: operations["cancelTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve an upload
         * @description Step one of three. Returns an id and a signed URL. Step two: `PUT` the bytes to that URL with the same `Content-Type`,
         *     without your API key. Step three: complete the upload. All within 15 minutes. Not billed.
         *
         *     The number of an account's open uploads (`PENDING` or `INVALID`, within their window) and the space of its `READY`
         *     uploads are limited; see *Uploads and space* above.
         */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{assetId}/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an upload
         * @description Step three of three. Reads the file's header, checks that the image is of the declared type and within the limits, and
         *     records its dimensions as displayed, with EXIF orientation applied. The service may also check the content. The result
         *     is final: `READY`, `INVALID` or, after the window, `EXPIRED`; calling again returns the same result. If the bytes have
         *     not arrived yet, the response is 400 `UPLOAD_NOT_RECEIVED`, the upload stays `PENDING` and you may call again. The same
         *     applies to 409 `STORAGE_LIMIT_REACHED`: the file is valid, but the account has no space left for it; and to 503
         *     `SERVICE_UNAVAILABLE`, which is also returned while the content cannot be checked. Not billed.
         */
        post: operations["completeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{assetId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an upload
         * @description The upload's status, in the same shape as the response to its completion. Not billed.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
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
        /** @description An accepted generation. Its result is not ready yet; poll the task. */
        AcceptedTask: {
            /** @description Id to poll the task with. */
            id: components["schemas"]["Id"];
            /**
             * @description Always `QUEUED`: the task's status when it was accepted. A replay repeats it; poll the task for its current
             *     status.
             */
            status: components["schemas"]["TaskStatus"];
            /** @description When the task was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description What the task costs, reserved when it was accepted. A replay repeats it. */
            cost?: components["schemas"]["Cost"];
        };
        /** @description The account that the presented API key belongs to. */
        Account: {
            /** @description Id of the account. */
            id: components["schemas"]["Id"];
            /** @description Amount available to spend. The prices of unfinished tasks are already deducted. */
            balance: components["schemas"]["Amount"];
            /** @description Currency of the balance. */
            currency: components["schemas"]["Currency"];
            /** @description The API key of this request, and what the operator allows it to do. */
            key?: components["schemas"]["AccountKey"];
        };
        /** @description An API key without its secret. A restriction that is null does not apply. */
        AccountKey: {
            /** @description Id of the key, the part between its two underscores. */
            id: components["schemas"]["Id"];
            /** @description What the operator calls the key, or null. */
            name: string | null;
            /**
             * Format: date-time
             * @description When the key stops working, or null if it does not expire.
             */
            expiresAt: string | null;
            /** @description The only products that the key may order, or null if it may order all. */
            products: components["schemas"]["Product"][] | null;
            /** @description Whether the key may only read; it then cannot order, upload or cancel. */
            readOnly: boolean;
            /** @description What the key may do at most, beside the limits of the account. */
            limits: components["schemas"]["AccountKeyLimits"];
            /** @description What the orders of the key have cost without refunds, or null if no spending limit was ever set for it. */
            spent: components["schemas"]["AccountKeySpending"] | null;
        };
        /** @description What a key may do at most. A limit that is null does not apply. */
        AccountKeyLimits: {
            /** @description What the orders of one UTC day may cost, or null. */
            day: components["schemas"]["Amount"] | null;
            /** @description What all orders together may cost, or null. */
            total: components["schemas"]["Amount"] | null;
            /** @description Generation requests in any 60 seconds, or null if only the rate limit of the account applies. */
            requestsPerMinute: number | null;
        };
        /** @description What the orders of a key have cost since its first spending limit was set. Orders that were refunded do not count. */
        AccountKeySpending: {
            /** @description Cost of the orders of the current UTC day. */
            day: components["schemas"]["Amount"];
            /** @description Cost of all orders. */
            total: components["schemas"]["Amount"];
        };
        /**
         * @description An exact amount of money as a decimal string with two to six decimals. Never a floating-point number.
         * @example 12.50
         */
        Amount: string;
        /** @description Why a request was refused or failed. */
        ApiError: {
            /** @description The HTTP status of the response. */
            status: number;
            /** @description What went wrong, for a program to branch on. */
            code: components["schemas"]["ApiErrorCode"];
            /** @description What went wrong, for a person to read. Its wording may change. */
            message: string;
            /** @description The same id as in the `X-Request-Id` header. */
            requestId: string;
            /** @description The invalid places in the request; absent if there are none. */
            details?: components["schemas"]["ApiErrorDetail"][];
        };
        /**
         * @description What went wrong, for a program to branch on. A code is never renamed or given another meaning.
         * @enum {string}
         */
        ApiErrorCode: "INVALID_REQUEST" | "INVALID_JSON" | "ASSET_NOT_USABLE" | "EFFECT_NOT_USABLE" | "UPLOAD_NOT_RECEIVED" | "UNAUTHENTICATED" | "INSUFFICIENT_BALANCE" | "KEY_NOT_PERMITTED" | "KEY_LIMIT_REACHED" | "ACCOUNT_NOT_ACTIVE" | "NOT_FOUND" | "TASK_NOT_FOUND" | "UPLOAD_NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "IDEMPOTENCY_CONFLICT" | "TASK_NOT_CANCELLABLE" | "STORAGE_LIMIT_REACHED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "RATE_LIMITED" | "TOO_MANY_OPEN_TASKS" | "TOO_MANY_OPEN_UPLOADS" | "INTERNAL" | "TIER_UNAVAILABLE" | "SERVICE_UNAVAILABLE";
        /** @description One invalid place in the request. */
        ApiErrorDetail: {
            /**
             * @description JSON Pointer to the field of the body, such as `/prompt`; empty for the body as a whole. A parameter or header is
             *     named the same way, such as `/taskId`, `/surface` or `/Idempotency-Key`.
             */
            path: string;
            /** @description What is wrong there, for a person to read. */
            message: string;
        };
        /** @description A reference to a media file of the gallery. */
        AssetReference: {
            /**
             * @description Id of the file within the gallery. It is not one of your uploads: a transformation refuses it
             *     as `assetId`.
             */
            assetId: components["schemas"]["Id"];
        };
        /** @description A task that will not run. Its reservation is back in your balance. */
        CancelledTask: {
            /** @description Id of the task. */
            id: components["schemas"]["Id"];
            /**
             * @description Always `CANCELLED`.
             * @constant
             */
            status: "CANCELLED";
        };
        /** @description What a task costs, and what has become of the money. */
        Cost: {
            /** @description The price of the task, fixed when it was accepted. A refunded task cost nothing in the end. */
            amount: components["schemas"]["Amount"];
            /** @description Currency of the amount. */
            currency: components["schemas"]["Currency"];
            /** @description What has become of the amount. */
            state: components["schemas"]["CostState"];
        };
        /**
         * @description What has become of a task's price. `reserved`: deducted from the balance while the task is unfinished. `charged`: spent,
         *     because the task succeeded. `refunded`: back in the balance, because it failed or was cancelled.
         * @enum {string}
         */
        CostState: "reserved" | "charged" | "refunded";
        /**
         * @description ISO 4217 code of the currency that amounts are in. Always `USD` today.
         * @example USD
         */
        Currency: string;
        /**
         * Format: date
         * @description A day in UTC.
         * @example 2026-03-14
         */
        Day: string;
        /** @description A ready-made look or motion that you apply to an uploaded image by its id. */
        Effect: {
            /** @description Send it as `effectId` in a transformation. */
            id: components["schemas"]["Id"];
            /** @description Short display name. */
            name: string;
            /** @description What the effect does to an image. */
            description: string;
            /** @description Whether it is for image transformations or for video transformations. */
            surface: components["schemas"]["Surface"];
            /**
             * @description Parameters that the effect presets. A preset applies to a field that you leave out; your own value always
             *     takes precedence. Empty if the effect presets nothing.
             */
            defaults: components["schemas"]["ParameterPresets"];
        };
        /** @description The available effects. */
        EffectCatalogue: {
            /** @description Effects, limited to the requested surface if one was given. */
            effects: components["schemas"]["Effect"][];
        };
        /** @description The gallery examples. */
        Gallery: {
            /** @description Examples, limited to the requested surface if one was given. */
            examples: components["schemas"]["GalleryExample"][];
        };
        /** @description A heading that gallery examples are grouped under. */
        GalleryCategory: {
            /** @description Id of the category. */
            id: components["schemas"]["Id"];
            /** @description Heading to display. */
            label: string;
            /** @description Categories are shown in ascending order of this value. */
            sortOrder: number;
        };
        /** @description A finished result that shows what an effect does, with the request that produces a similar one. */
        GalleryExample: {
            /** @description Id of the example. */
            id: components["schemas"]["Id"];
            /** @description Whether it shows an image or a video. */
            surface: components["schemas"]["GallerySurface"];
            /** @description Heading of the example. */
            title: string;
            /** @description One sentence below it. */
            caption: string;
            /**
             * @description Name of the request field that the example is about. Always `effectId`.
             * @constant
             */
            parameter: "effectId";
            /** @description Fields of a transformation request that produces a similar result; add your own `assetId`. */
            request: components["schemas"]["ParameterPresets"];
            /** @description The heading that the example is grouped under, or null. */
            category: components["schemas"]["GalleryCategory"] | null;
            /** @description The input image. */
            input: components["schemas"]["AssetReference"];
            /** @description A still of the output to show before a video plays, or null. */
            poster: components["schemas"]["AssetReference"] | null;
            /** @description The image or video that the effect produced. */
            output: components["schemas"]["AssetReference"];
            /** @description A small blurred placeholder for the poster while it loads, or null. */
            blurredPoster: components["schemas"]["AssetReference"] | null;
            /** @description A small blurred placeholder for the output while it loads, or null. */
            blurredOutput: components["schemas"]["AssetReference"] | null;
            /** @description Width of the output in pixels, or null where it is not known. */
            width: number | null;
            /** @description Height of the output in pixels, or null where it is not known. */
            height: number | null;
        };
        /**
         * @description Whether the example shows an image or a video. Apart from statuses and codes, the only enumeration in upper case.
         * @enum {string}
         */
        GallerySurface: "IMAGE" | "VIDEO";
        /** @description Opaque string of up to 64 characters. Its form may change; do not parse it. */
        Id: string;
        /**
         * @description Media type of an image that can be uploaded.
         * @enum {string}
         */
        ImageContentType: "image/jpeg" | "image/png" | "image/webp";
        /** @description An image to make from a prompt. */
        ImageGenerationRequest: {
            /**
             * Prompt
             * @description What the image shows, 1 to 2000 characters.
             */
            prompt: components["schemas"]["Prompt"];
            /**
             * Leave out
             * @description What to keep out of the image, at most 1000 characters.
             */
            negativePrompt?: components["schemas"]["NegativePrompt"];
            /**
             * Resolution
             * @description Length of the long edge, `1k` = 1024, `2k` = 2048, `4k` = 4096 pixels. Sets the price.
             * @default 1k
             * @enum {string}
             */
            resolution?: "1k" | "2k" | "4k";
            /**
             * Aspect ratio
             * @description Width to height.
             * @default 1:1
             * @enum {string}
             */
            aspectRatio?: "1:1" | "9:16" | "16:9" | "4:3" | "3:4" | "3:2" | "2:3" | "2:1" | "1:2";
        };
        /** @description The fields of an image transformation. */
        ImageTransformationFields: {
            /**
             * Your image
             * @description The image to start from, one of your `READY` uploads.
             */
            assetId: components["schemas"]["Id"];
            /**
             * Effect
             * @description An effect of surface `image`. It supplies the instruction and may preset `resolution` and `aspectRatio`. Required
             *     unless you give a prompt.
             */
            effectId?: components["schemas"]["Id"];
            /**
             * Prompt
             * @description What to do with the image, 1 to 2000 characters. With an effect, it is added to the effect's instruction and never
             *     replaces it. Required unless you give an effect.
             */
            prompt?: components["schemas"]["Prompt"];
            /**
             * Resolution
             * @description Length of the long edge, `hd` = 1024, `fhd` = 1280 pixels, whatever the size of the input. Sets the price. If
             *     omitted: the effect's preset, or `hd` if it has none.
             * @default hd
             * @enum {string}
             */
            resolution?: "hd" | "fhd";
            /**
             * Aspect ratio
             * @description Width to height of the output. If omitted: the effect's preset, or the aspect ratio of the input image as it is
             *     displayed if it has none.
             * @enum {string}
             */
            aspectRatio?: "1:1" | "9:16" | "16:9" | "4:3" | "3:4" | "3:2" | "2:3";
        };
        /**
         * @description An image to make from one of your uploads. Say how with an effect, with a prompt, or with both: at least one of
         *     `effectId` and `prompt` is required.
         */
        ImageTransformationRequest: components["schemas"]["ImageTransformationFields"] & ({
            /** @description The effect to apply. */
            effectId: components["schemas"]["Id"];
        } | {
            /** @description What to do with the image. */
            prompt: components["schemas"]["Prompt"];
        });
        /**
         * @description What you do not want to see: at most 1000 characters, counted as Unicode code points. An empty string equals none.
         *     The null character and lone surrogates are refused.
         */
        NegativePrompt: string;
        /** @description Request parameters by name, each a string or a number. */
        ParameterPresets: {
            [key: string]: string | number;
        };
        /** @description What every generation costs. */
        Pricing: {
            /** @description Currency of all prices below. */
            currency: components["schemas"]["Currency"];
            /** @description Every product that is currently available. */
            products: components["schemas"]["ProductPricing"][];
        };
        /**
         * @description What one `unitPrice` buys. Images are priced per `image`, videos per `second` of their duration.
         * @enum {string}
         */
        PricingUnit: "image" | "second" | "unit";
        /**
         * @description What is generated, and from what: an image from a prompt, an image from an uploaded image, a video from a prompt, a
         *     video from an uploaded image. Used for products in the price list and as the type of a task.
         * @enum {string}
         */
        Product: "image.generate" | "image.transform" | "video.generate" | "video.transform";
        /** @description The prices of one product. */
        ProductPricing: {
            /** @description The product. */
            product: components["schemas"]["Product"];
            /** @description What one `unitPrice` buys. */
            unit: components["schemas"]["PricingUnit"];
            /** @description One price for each resolution that the product offers. */
            tiers: components["schemas"]["TierPricing"][];
        };
        /**
         * @description What you want to see, in your own words: 1 to 2000 characters, counted as Unicode code points. Any text is allowed
         *     except the null character and lone surrogates.
         */
        Prompt: string;
        /** @description Why and since when the files of a result no longer exist. */
        RemovedResult: {
            /** @description The reason, for a program to branch on. */
            code: components["schemas"]["RemovedResultCode"];
            /** @description When the files were removed. */
            removedAt: components["schemas"]["Timestamp"];
        };
        /**
         * @description Why the files of a result no longer exist. `RESULT_EXPIRED`: the service keeps results for a limited time, which has
         *     passed. `RESULT_DELETED`: they were deleted before that, as with all data of an account.
         * @enum {string}
         */
        RemovedResultCode: "RESULT_EXPIRED" | "RESULT_DELETED";
        /** @description A reserved upload for one file, with the signed URL to `PUT` it to. */
        ReservedUpload: {
            /** @description Id of the upload. Once the upload is `READY`, send it as `assetId` in transformations. */
            id: components["schemas"]["Id"];
            /**
             * Format: uri
             * @description Signed URL for the one `PUT` of the bytes. It takes no API key and is needed for this step only.
             */
            uploadUrl: string;
            /**
             * @description HTTP method to send the bytes with. Always `PUT`.
             * @constant
             */
            method: "PUT";
            /** @description End of the 15-minute window. Bytes and completion must arrive before it. */
            expiresAt: components["schemas"]["Timestamp"];
        };
        /** @description A generated file. It is not an upload and has no `assetId`. */
        ResultFile: {
            /**
             * Format: uri
             * @description Signed link to download the file from, without an API key. It is valid for 60 minutes; poll the task again for a
             *     fresh one.
             */
            url: string;
            /** @description Media type of the file, such as `image/png`, `image/jpeg` or `video/mp4`. */
            contentType: string;
            /** @description Size of the file in bytes, if known. */
            sizeBytes?: number;
        };
        /**
         * @description Whether something makes images or videos.
         * @enum {string}
         */
        Surface: "image" | "video";
        /** @description One generation, from its acceptance to its end. */
        Task: {
            /** @description Id of the task. */
            id: components["schemas"]["Id"];
            /** @description The requested product. */
            type: components["schemas"]["Product"];
            /** @description Current status of the task. */
            status: components["schemas"]["TaskStatus"];
            /** @description When the task was accepted. */
            createdAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When a worker first started it, or null before that.
             */
            startedAt: string | null;
            /**
             * Format: date-time
             * @description When it reached a final status, or null before that.
             */
            completedAt: string | null;
            /** @description The result of a task that succeeded, null in every other status. */
            output: components["schemas"]["TaskOutput"] | null;
            /** @description Why the task failed, null in every other status. */
            error: components["schemas"]["TaskError"] | null;
            /** @description What the task costs. Left out only by services of versions before this field. */
            cost?: components["schemas"]["Cost"];
        };
        /** @description Why a task failed. Its reservation is back in your balance. */
        TaskError: {
            /** @description The reason, for a program to branch on. */
            code: components["schemas"]["TaskErrorCode"];
            /** @description Details for people, or null. */
            message: string | null;
        };
        /**
         * @description Why a task failed. `INVALID_INPUT`: the prompt, the image or the result was rejected; change the request.
         *     `GENERATION_FAILED`: the generation ran but produced no usable result. `PROVIDER_UNAVAILABLE`: no generation provider could be
         *     reached, or the content could not be checked. `PROVIDER_SUBMIT_AMBIGUOUS`: it is not known whether the provider accepted the
         *     job, so it was not submitted again. `NO_PROVIDER_CONFIGURED`: no provider is configured for this type of task.
         *     `WORKER_TIMEOUT`: all allowed attempts ended without a result.
         * @enum {string}
         */
        TaskErrorCode: "INVALID_INPUT" | "GENERATION_FAILED" | "PROVIDER_UNAVAILABLE" | "PROVIDER_SUBMIT_AMBIGUOUS" | "NO_PROVIDER_CONFIGURED" | "WORKER_TIMEOUT";
        /**
         * @description The result of a task. An image task has `images`, a video task has `videos`. Once its files are removed, the list is empty
         *     and `removed` says why.
         */
        TaskOutput: {
            /** @description The image of an image task; one image per request, none once it is removed. */
            images?: components["schemas"]["ResultFile"][];
            /** @description The video of a video task; one video per request, none once it is removed. */
            videos?: components["schemas"]["ResultFile"][];
            /** @description Present once the files no longer exist. The task itself and its cost stay as they are. */
            removed?: components["schemas"]["RemovedResult"];
        };
        /** @description Some of your tasks, newest first. */
        TaskPage: {
            /**
             * @description The tasks, newest first. A page may have fewer than `limit`, or none, although more follow: only `nextCursor` says
             *     whether it is the last one.
             */
            tasks: components["schemas"]["Task"][];
            /** @description Send it as `cursor`, with the same filters, for the next page. Null on the last page, and always with `id`. */
            nextCursor: string | null;
        };
        /**
         * @description Status of a task. `QUEUED`: accepted, its price reserved, waiting. `PROCESSING`: running, can no longer be cancelled.
         *     `SUCCEEDED`: finished and charged, `output` has the result. `FAILED`: no result, refunded, `error` says why.
         *     `CANCELLED`: cancelled before it started, refunded. The last three are final.
         * @enum {string}
         */
        TaskStatus: "QUEUED" | "PROCESSING" | "SUCCEEDED" | "FAILED" | "CANCELLED";
        /** @description The price of one resolution. */
        TierPricing: {
            /** @description A value that the product's `resolution` field takes, such as `2k` or `720p`. */
            tier: string;
            /** @description Price of one unit in this tier. */
            unitPrice: components["schemas"]["Amount"];
        };
        /**
         * Format: date-time
         * @description A moment in UTC, ISO 8601 with milliseconds.
         * @example 2026-03-14T09:26:53.589Z
         */
        Timestamp: string;
        /** @description One of your images, reserved, verified or rejected. */
        Upload: {
            /** @description Id of the upload, the `assetId` of transformations. It does not expire while the upload exists. */
            id: components["schemas"]["Id"];
            /** @description Current status of the upload. */
            status: components["schemas"]["UploadStatus"];
            /** @description The type that was declared when the upload was reserved. */
            contentType: components["schemas"]["ImageContentType"];
            /** @description Size of the file in bytes, recorded on verification, else null. */
            sizeBytes: number | null;
            /** @description Width in pixels as displayed, with EXIF orientation applied. Recorded on verification, else null. */
            width: number | null;
            /** @description Height in pixels as displayed, with EXIF orientation applied. Recorded on verification, else null. */
            height: number | null;
            /** @description When the upload was reserved. */
            createdAt: components["schemas"]["Timestamp"];
            /** @description End of the upload window. */
            expiresAt: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the file passed verification, else null.
             */
            verifiedAt: string | null;
            /** @description Why the upload is `INVALID` or `EXPIRED`, else null. */
            error: components["schemas"]["UploadError"] | null;
        };
        /** @description An empty object. Fields you put into it are ignored. */
        UploadCompletionRequest: Record<string, never>;
        /** @description Why an upload cannot be used. */
        UploadError: {
            /** @description The reason, for a program to branch on. */
            code: components["schemas"]["UploadErrorCode"];
        };
        /**
         * @description Why an upload cannot be used. `UNSUPPORTED_FORMAT`: the file is not a JPEG, PNG or WebP. `CONTENT_TYPE_MISMATCH`: an
         *     image, but not of the declared type. `FILE_TOO_LARGE`: more than 20 MB. `FILE_TOO_SMALL`: fewer than 28 bytes.
         *     `DIMENSIONS_OUT_OF_RANGE`: a side below 16 or above 8192 pixels, or more than 40 megapixels. `CONTENT_REFUSED`: the image
         *     does not comply with the content rules of the service. `UPLOAD_EXPIRED`: the window closed before completion. If several
         *     apply, the first in this order is reported: FILE_TOO_LARGE, FILE_TOO_SMALL, UNSUPPORTED_FORMAT, CONTENT_TYPE_MISMATCH,
         *     DIMENSIONS_OUT_OF_RANGE, CONTENT_REFUSED.
         * @enum {string}
         */
        UploadErrorCode: "UNSUPPORTED_FORMAT" | "CONTENT_TYPE_MISMATCH" | "FILE_TOO_LARGE" | "FILE_TOO_SMALL" | "DIMENSIONS_OUT_OF_RANGE" | "CONTENT_REFUSED" | "UPLOAD_EXPIRED";
        /** @description An upload to reserve. Where the file is stored cannot be chosen. */
        UploadRequest: {
            /**
             * @description Declared type of the file. The upload URL is signed for this type, so the `PUT` must send the same. The actual
             *     type is verified when the upload is completed.
             */
            contentType: components["schemas"]["ImageContentType"];
        };
        /**
         * @description Status of an upload. `PENDING`: reserved, the file is not verified yet. `READY`: verified, usable as input.
         *     `INVALID`: the file was rejected, `error.code` says why. `EXPIRED`: the window closed before completion. The last three
         *     are final: another file needs another upload.
         * @enum {string}
         */
        UploadStatus: "PENDING" | "READY" | "INVALID" | "EXPIRED";
        /** @description What your account used in some days, exact to the micro-dollar. */
        Usage: {
            /** @description First day, in UTC. */
            from: components["schemas"]["Day"];
            /** @description Last day, in UTC, included. */
            to: components["schemas"]["Day"];
            /** @description Currency of the amounts. */
            currency: components["schemas"]["Currency"];
            /** @description The sum of `charged` over all rows. */
            charged: components["schemas"]["Amount"];
            /** @description A row for each day, product and key with tasks that ended on that day, ordered by day, product and key. */
            days: components["schemas"]["UsageDay"][];
        };
        /** @description The tasks of one product, ordered with one key, that ended on one day. */
        UsageDay: {
            /** @description The day on which the tasks ended, in UTC. */
            date: components["schemas"]["Day"];
            /** @description Their product. */
            product: components["schemas"]["Product"];
            /** @description The public id of the API key that ordered them, or null for tasks accepted before the service recorded it. */
            keyId: components["schemas"]["Id"] | null;
            /** @description How many succeeded. */
            succeeded: number;
            /** @description How many failed, and were refunded. */
            failed: number;
            /** @description How many were cancelled, and were refunded. */
            cancelled: number;
            /** @description The sum of what those that succeeded cost. */
            charged: components["schemas"]["Amount"];
        };
        /** @description A video to make from a prompt. */
        VideoGenerationRequest: {
            /**
             * Prompt
             * @description What happens in the video, 1 to 2000 characters.
             */
            prompt: components["schemas"]["Prompt"];
            /**
             * Resolution
             * @description Length of the short edge in pixels. Sets the price per second.
             * @default 720p
             * @enum {string}
             */
            resolution?: "480p" | "512p" | "720p" | "1080p";
            /**
             * Aspect ratio
             * @description Width to height. Both edges are rounded to even numbers of pixels.
             * @default 16:9
             * @enum {string}
             */
            aspectRatio?: "16:9" | "9:16" | "1:1" | "4:3" | "3:4" | "21:9";
            /**
             * Length in seconds
             * @description Length of the video in whole seconds, 4 to 15. The price is the unit price times this.
             * @default 5
             * @enum {integer}
             */
            durationSeconds?: 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;
        };
        /** @description A video to make from one of your uploads, animated by an effect. */
        VideoTransformationRequest: {
            /**
             * Your image
             * @description The image to start from, one of your `READY` uploads.
             */
            assetId: components["schemas"]["Id"];
            /**
             * Effect
             * @description An effect of surface `video`. It supplies the motion and may preset `resolution`, `aspectRatio` and
             *     `durationSeconds`.
             */
            effectId: components["schemas"]["Id"];
            /**
             * Prompt
             * @description More about what happens, 1 to 2000 characters. It is added to the effect's instruction and never replaces it.
             */
            prompt?: components["schemas"]["Prompt"];
            /**
             * Resolution
             * @description Length of the short edge, `hd` = 720, `fhd` = 1080 pixels. Sets the price per second. If omitted: the effect's
             *     preset, or `hd` if it has none.
             * @default hd
             * @enum {string}
             */
            resolution?: "hd" | "fhd";
            /**
             * Aspect ratio
             * @description Width to height of the video. If omitted: the effect's preset, or the aspect ratio of the input image as it is
             *     displayed if it has none, limited to between 9:21 and 21:9. Both edges are rounded to even numbers of pixels.
             * @enum {string}
             */
            aspectRatio?: "16:9" | "9:16" | "4:3" | "3:4" | "3:2" | "2:3" | "1:1";
            /**
             * Length in seconds
             * @description Length of the video, 5 or 8 seconds. The price is the unit price times this. If omitted: the effect's preset, or 5
             *     if it has none.
             * @default 5
             * @enum {integer}
             */
            durationSeconds?: 5 | 8;
        };
    };
    responses: {
        /**
         * @description - `TIER_UNAVAILABLE`: no provider can serve this product at this resolution right now. Nothing was reserved.
         *       If none is configured for it, so that waiting does not help, there are `details` and `Retry-After` is an hour.
         *     - `SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was reserved. If storage
         *       failed during the commit, the service cannot know that and closes the connection without a response: retry with the same
         *       `Idempotency-Key`.
         */
        GenerationUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `IDEMPOTENCY_CONFLICT`: the `Idempotency-Key` was already used for a request with other parameters. No task was created and nothing was charged. */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `INSUFFICIENT_BALANCE`: the balance does not cover the price. Nothing was reserved and no task was created. */
        InsufficientBalance: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `INTERNAL`: an error in the service, not in the request. Its logs have the cause under the request id; the response never does. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `INVALID_REQUEST`: the upload id is longer than 64 characters. */
        InvalidAssetId: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description - `INVALID_REQUEST`: a field or the `Idempotency-Key` breaks its constraint; `details` names each.
         *     - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.
         */
        InvalidImageGeneration: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description - `INVALID_REQUEST`: a field or the `Idempotency-Key` breaks its constraint, or neither effect nor prompt was given.
         *     - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.
         *     - `ASSET_NOT_USABLE`: `assetId` is not one of your `READY` uploads: it belongs to another account, does not exist, or is not ready.
         *     - `EFFECT_NOT_USABLE`: there is no image effect with this id.
         */
        InvalidImageTransformation: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `INVALID_REQUEST`: `surface` is neither `image` nor `video`. */
        InvalidSurface: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `INVALID_REQUEST`: the task id is longer than 64 characters. */
        InvalidTaskId: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description `INVALID_REQUEST`: a filter, `limit` or `id` breaks its constraint, the cursor is not one of a list with these filters, or
         *     `id` came with a filter.
         */
        InvalidTaskList: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description - `INVALID_REQUEST`: the upload id is longer than 64 characters.
         *     - `INVALID_JSON`: the body is present but not a JSON object in UTF-8.
         *     - `UPLOAD_NOT_RECEIVED`: the bytes have not arrived yet. The upload stays `PENDING`; put them and call again.
         */
        InvalidUploadCompletion: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description - `INVALID_REQUEST`: `contentType` is missing or not one of the three.
         *     - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.
         */
        InvalidUploadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `INVALID_REQUEST`: `from` or `to` is no date, `from` is after `to`, or the range has more than 92 days. */
        InvalidUsageRange: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description - `INVALID_REQUEST`: a field or the `Idempotency-Key` breaks its constraint; `details` names each.
         *     - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.
         */
        InvalidVideoGeneration: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description - `INVALID_REQUEST`: a field or the `Idempotency-Key` breaks its constraint; `details` names each.
         *     - `INVALID_JSON`: the body is missing, or is not a JSON object in UTF-8.
         *     - `ASSET_NOT_USABLE`: `assetId` is not one of your `READY` uploads: it belongs to another account, does not exist, or is not ready.
         *     - `EFFECT_NOT_USABLE`: there is no video effect with this id.
         */
        InvalidVideoTransformation: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `KEY_NOT_PERMITTED`: this API key may only read. Nothing was changed. */
        KeyNotPermitted: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description `KEY_NOT_PERMITTED`: this API key may only read, or may not order this product. `KEY_LIMIT_REACHED`: the price would
         *     exceed what the key may spend on this UTC day or in total. `ACCOUNT_NOT_ACTIVE`: the account is suspended or closed.
         *     Nothing was reserved and no task was created.
         */
        OrderForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description `RATE_LIMITED`: more than 60 generation requests within 60 seconds, counted over all four generation operations. This
         *     request does not count; after `Retry-After` the next one is admitted. `TOO_MANY_OPEN_TASKS`: the account has as many
         *     unfinished tasks as the operator allows; wait until one ends, or cancel one. Nothing was reserved and no task was created.
         */
        OrderLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: the body is larger than 64 KB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `REQUEST_TIMEOUT`: the body did not arrive within 30 seconds. The connection closes. */
        RequestTimeout: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: the service cannot reach its own storage. Nothing was done. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description `STORAGE_LIMIT_REACHED`: your `READY` uploads take up all of the account's space, or leave too little for this file.
         *     Nothing is lost: an upload that could not be completed stays `PENDING`, and you may complete it again within its
         *     window once there is space.
         */
        StorageLimitReached: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `TASK_NOT_CANCELLABLE`: the task is running, or has succeeded or failed. It is unchanged. */
        TaskNotCancellable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `TASK_NOT_FOUND`: you have no task with this id. A task of another account gets exactly the same response. */
        TaskNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The task is still in the state that `If-None-Match` names, for the whole time of a held poll. */
        TaskUnchanged: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description None of the tasks has changed since the states that `If-None-Match` names, for the whole time of a held request. */
        TasksUnchanged: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                ETag: components["headers"]["ETag"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description `TOO_MANY_OPEN_UPLOADS`: too many of your uploads are open, `PENDING` or `INVALID` within their 15 minutes, to reserve
         *     another. Complete one with a valid file, or wait for `Retry-After`. Generations are not affected.
         */
        TooManyOpenUploads: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `UNAUTHENTICATED`: the API key is missing, malformed, unknown, revoked or expired. All get the same response. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: the body is not declared as `application/json`, or has an unsupported encoding. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /**
         * @description `KEY_NOT_PERMITTED`: this API key may only read. `ACCOUNT_NOT_ACTIVE`: the account is suspended or closed. Nothing was
         *     reserved.
         */
        UploadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description `UPLOAD_NOT_FOUND`: you have no upload with this id. An upload of another account gets exactly the same response. */
        UploadNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: {
        /**
         * @description The `id` that the reservation of the upload returned.
         * @example 9f2c4e7a1b3d5f60718293a4b5c6d7e8
         */
        AssetId: components["schemas"]["Id"];
        /**
         * @description Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
         *     `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
         *     it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
         * @example 600
         */
        CancelAfter: number;
        /** @description Limits the list to tasks accepted before this time, ISO 8601 with a time zone. */
        CreatedBefore: components["schemas"]["Timestamp"];
        /** @description Limits the list to tasks accepted at this time or later, ISO 8601 with a time zone. */
        CreatedFrom: components["schemas"]["Timestamp"];
        /**
         * @description Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
         *     before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
         *     second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
         * @example 5c1f6f0e-6b0b-4a3e-9a53-0f7d2b1c8e44
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` of the last response about this task, or a list of them: the state that you know. While the task is still in
         *     that state the response is `304` without a body, and `Prefer: wait` holds it; for any other state it comes at once. A finished
         *     task is never answered with `304`. A value without a single well-formed tag is ignored.
         * @example W/"QUEUED"
         */
        IfNoneMatch: string;
        /**
         * @description With `id`, the `ETag` of the last response about these tasks, or a list of them: the states that you know. While none of the
         *     tasks has changed the response is `304` without a body, and `Prefer: wait` holds it; otherwise it comes at once. If all of
         *     the tasks are finished, it is never `304`. A value without a single well-formed tag is ignored.
         * @example W/"Zk3vQ1xS9bT0c2Yl"
         */
        IfNoneMatchWithIds: string;
        /**
         * @description Returns exactly these tasks, `id=A&id=B`, on one page. Ids that are not those of your tasks are left out. Goes with none of
         *     the filters, nor with `limit` and `cursor`.
         */
        ListedIds: components["schemas"]["Id"][];
        /**
         * @description Limits the list to tasks in this status, or in any of several, `status=QUEUED&status=PROCESSING`.
         * @example [
         *       "SUCCEEDED"
         *     ]
         */
        ListedStatus: components["schemas"]["TaskStatus"][];
        /** @description Limits the list to tasks of this product, or of any of several. */
        ListedType: components["schemas"]["Product"][];
        /**
         * @description The `nextCursor` of the page before, for the one after it. It belongs to the filters of that request: with others it is
         *     refused. Without it you get the first page.
         */
        PageCursor: string;
        /** @description The most tasks that a page may have. */
        PageLimit: number;
        /**
         * @description `wait=SECONDS`, by `RFC 7240`, holds the response until the task changes, for at most that time and never longer than
         *     30 seconds. Other preferences, and values that are not whole numbers, are ignored.
         * @example wait=30
         */
        Prefer: string;
        /**
         * @description With `id`, `wait=SECONDS`, by `RFC 7240`, holds the response until one of these tasks changes, for at most that time and
         *     never longer than 30 seconds. Other preferences, values that are not whole numbers, and any of them without `id`, are ignored.
         * @example wait=30
         */
        PreferWithIds: string;
        /**
         * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
         *     response; any other is not refused but replaced with an id generated by the service.
         * @example checkout-7f3a91
         */
        RequestId: string;
        /**
         * @description Limits the list to images or to videos. Without it you get both.
         * @example image
         */
        Surface: components["schemas"]["Surface"];
        /**
         * @description The `id` that a generation returned.
         * @example 0mmq4g51x7fq3n8w5z1v6yek
         */
        TaskId: components["schemas"]["Id"];
        /**
         * @description The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
         *     service. A malformed value is ignored.
         * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
         */
        Traceparent: string;
        /**
         * @description The first day, in UTC. Without it, the first day of the month of `to`.
         * @example 2026-03-01
         */
        UsageFrom: components["schemas"]["Day"];
        /**
         * @description The last day, in UTC, included. Without it, today.
         * @example 2026-03-31
         */
        UsageTo: components["schemas"]["Day"];
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names the task's state in this response: send it as `If-None-Match` with a poll. It is opaque: compare it, do not parse it.
         * @example W/"QUEUED"
         */
        ETag: string;
        /**
         * @description `true` when the task was accepted by an earlier request with the same `Idempotency-Key`. Otherwise the service omits
         *     the header; a mock of this contract sends `false`.
         * @example false
         */
        IdempotencyReplayed: "true" | "false";
        /**
         * @description Names the task's state in this response: send it as `If-None-Match` with the next poll. It is opaque: compare it, do not
         *     parse it. Absent once the task is finished, because each poll of a result has fresh links; a mock of this contract
         *     always sends it.
         * @example W/"PROCESSING"
         */
        PolledETag: string;
        /**
         * @description `wait=SECONDS` when the service honoured `Prefer: wait`: the task had changed or ended, or that many seconds had passed.
         *     Absent when the request did not ask for it, and when the service answered early, for example while it shuts down. A mock of this
         *     contract holds nothing and sends `wait=0`.
         * @example wait=0
         */
        PreferenceApplied: string;
        /**
         * @description Identifies this request in the service's logs: your own `X-Request-Id` if you sent a valid one, else one generated by
         *     the service. Quote it when you report a problem.
         * @example 4be0a71c93d25f68be17a04c6d92f35e
         */
        RequestId: string;
        /**
         * @description Whole seconds to wait before you try again.
         * @example 12
         */
        RetryAfter: number;
        /**
         * @description Names the states of the tasks in the response to a request with `id`: send it as `If-None-Match` with the next one about the
         *     same tasks. It is opaque: compare it, do not parse it. Absent once all of them are finished, and without `id`.
         * @example W/"Zk3vQ1xS9bT0c2Yl"
         */
        TasksETag: string;
        /**
         * @description The authentication scheme that the service expects.
         * @example Bearer
         */
        WwwAuthenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /**
                 * @description The first day, in UTC. Without it, the first day of the month of `to`.
                 * @example 2026-03-01
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description The last day, in UTC, included. Without it, today.
                 * @example 2026-03-31
                 */
                to?: components["parameters"]["UsageTo"];
            };
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The usage. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            400: components["responses"]["InvalidUsageRange"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getPricing: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The price list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEffects: {
        parameters: {
            query?: {
                /**
                 * @description Limits the list to images or to videos. Without it you get both.
                 * @example image
                 */
                surface?: components["parameters"]["Surface"];
            };
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The effects. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EffectCatalogue"];
                };
            };
            400: components["responses"]["InvalidSurface"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listExamples: {
        parameters: {
            query?: {
                /**
                 * @description Limits the list to images or to videos. Without it you get both.
                 * @example image
                 */
                surface?: components["parameters"]["Surface"];
            };
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The gallery. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Gallery"];
                };
            };
            400: components["responses"]["InvalidSurface"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    generateImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
                 *     before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
                 *     second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
                 * @example 5c1f6f0e-6b0b-4a3e-9a53-0f7d2b1c8e44
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
                 *     `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
                 *     it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
                 * @example 600
                 */
                "Cancel-After"?: components["parameters"]["CancelAfter"];
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
                 *     service. A malformed value is ignored.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to make. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageGenerationRequest"];
            };
        };
        responses: {
            /** @description Accepted, and its price reserved. For a repeated key, the response to the original request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedTask"];
                };
            };
            400: components["responses"]["InvalidImageGeneration"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["OrderForbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OrderLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["GenerationUnavailable"];
        };
    };
    transformImage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
                 *     before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
                 *     second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
                 * @example 5c1f6f0e-6b0b-4a3e-9a53-0f7d2b1c8e44
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
                 *     `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
                 *     it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
                 * @example 600
                 */
                "Cancel-After"?: components["parameters"]["CancelAfter"];
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
                 *     service. A malformed value is ignored.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to make, and from which upload. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageTransformationRequest"];
            };
        };
        responses: {
            /** @description Accepted, and its price reserved. For a repeated key, the response to the original request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedTask"];
                };
            };
            400: components["responses"]["InvalidImageTransformation"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["OrderForbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OrderLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["GenerationUnavailable"];
        };
    };
    generateVideo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
                 *     before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
                 *     second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
                 * @example 5c1f6f0e-6b0b-4a3e-9a53-0f7d2b1c8e44
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
                 *     `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
                 *     it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
                 * @example 600
                 */
                "Cancel-After"?: components["parameters"]["CancelAfter"];
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
                 *     service. A malformed value is ignored.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to make. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VideoGenerationRequest"];
            };
        };
        responses: {
            /** @description Accepted, and its price reserved. For a repeated key, the response to the original request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedTask"];
                };
            };
            400: components["responses"]["InvalidVideoGeneration"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["OrderForbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OrderLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["GenerationUnavailable"];
        };
    };
    transformVideo: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier for one logical generation, which stays the same when you retry it, such as a UUID created
                 *     before the first attempt. The same key with the same parameters returns the task that was already accepted, without a
                 *     second charge; with other parameters it is refused with 409. Compared exactly, and remembered for 24 hours.
                 * @example 5c1f6f0e-6b0b-4a3e-9a53-0f7d2b1c8e44
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Cancels the task if it has not started this many seconds after it was accepted, at most a week: its status becomes
                 *     `CANCELLED` and its price is refunded. A task that has started once runs on. Without it, a task waits as long as
                 *     it takes. A request with a repeated `Idempotency-Key` changes nothing: what the first one said applies.
                 * @example 600
                 */
                "Cancel-After"?: components["parameters"]["CancelAfter"];
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
                /**
                 * @description The trace that this request belongs to, by `W3C Trace Context`. It is stored with the task and appears in the logs of the
                 *     service. A malformed value is ignored.
                 * @example 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01
                 */
                traceparent?: components["parameters"]["Traceparent"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description What to make, and from which upload. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["VideoTransformationRequest"];
            };
        };
        responses: {
            /** @description Accepted, and its price reserved. For a repeated key, the response to the original request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedTask"];
                };
            };
            400: components["responses"]["InvalidVideoTransformation"];
            401: components["responses"]["Unauthenticated"];
            402: components["responses"]["InsufficientBalance"];
            403: components["responses"]["OrderForbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["OrderLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["GenerationUnavailable"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /**
                 * @description Limits the list to tasks in this status, or in any of several, `status=QUEUED&status=PROCESSING`.
                 * @example [
                 *       "SUCCEEDED"
                 *     ]
                 */
                status?: components["parameters"]["ListedStatus"];
                /** @description Limits the list to tasks of this product, or of any of several. */
                type?: components["parameters"]["ListedType"];
                /** @description Limits the list to tasks accepted at this time or later, ISO 8601 with a time zone. */
                createdFrom?: components["parameters"]["CreatedFrom"];
                /** @description Limits the list to tasks accepted before this time, ISO 8601 with a time zone. */
                createdBefore?: components["parameters"]["CreatedBefore"];
                /** @description The most tasks that a page may have. */
                limit?: components["parameters"]["PageLimit"];
                /**
                 * @description The `nextCursor` of the page before, for the one after it. It belongs to the filters of that request: with others it is
                 *     refused. Without it you get the first page.
                 */
                cursor?: components["parameters"]["PageCursor"];
                /**
                 * @description Returns exactly these tasks, `id=A&id=B`, on one page. Ids that are not those of your tasks are left out. Goes with none of
                 *     the filters, nor with `limit` and `cursor`.
                 */
                id?: components["parameters"]["ListedIds"];
            };
            header?: {
                /**
                 * @description With `id`, `wait=SECONDS`, by `RFC 7240`, holds the response until one of these tasks changes, for at most that time and
                 *     never longer than 30 seconds. Other preferences, values that are not whole numbers, and any of them without `id`, are ignored.
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["PreferWithIds"];
                /**
                 * @description With `id`, the `ETag` of the last response about these tasks, or a list of them: the states that you know. While none of the
                 *     tasks has changed the response is `304` without a body, and `Prefer: wait` holds it; otherwise it comes at once. If all of
                 *     the tasks are finished, it is never `304`. A value without a single well-formed tag is ignored.
                 * @example W/"Zk3vQ1xS9bT0c2Yl"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatchWithIds"];
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tasks. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    ETag: components["headers"]["TasksETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskPage"];
                };
            };
            304: components["responses"]["TasksUnchanged"];
            400: components["responses"]["InvalidTaskList"];
            401: components["responses"]["Unauthenticated"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `wait=SECONDS`, by `RFC 7240`, holds the response until the task changes, for at most that time and never longer than
                 *     30 seconds. Other preferences, and values that are not whole numbers, are ignored.
                 * @example wait=30
                 */
                Prefer?: components["parameters"]["Prefer"];
                /**
                 * @description The `ETag` of the last response about this task, or a list of them: the state that you know. While the task is still in
                 *     that state the response is `304` without a body, and `Prefer: wait` holds it; for any other state it comes at once. A finished
                 *     task is never answered with `304`. A value without a single well-formed tag is ignored.
                 * @example W/"QUEUED"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `id` that a generation returned.
                 * @example 0mmq4g51x7fq3n8w5z1v6yek
                 */
                taskId: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    ETag: components["headers"]["PolledETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
            304: components["responses"]["TaskUnchanged"];
            400: components["responses"]["InvalidTaskId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["TaskNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `id` that a generation returned.
                 * @example 0mmq4g51x7fq3n8w5z1v6yek
                 */
                taskId: components["parameters"]["TaskId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task is cancelled and refunded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancelledTask"];
                };
            };
            400: components["responses"]["InvalidTaskId"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["KeyNotPermitted"];
            404: components["responses"]["TaskNotFound"];
            409: components["responses"]["TaskNotCancellable"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The type of the image to upload. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UploadRequest"];
            };
        };
        responses: {
            /** @description Reserved. Put the bytes to `uploadUrl` next. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReservedUpload"];
                };
            };
            400: components["responses"]["InvalidUploadRequest"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["UploadForbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["StorageLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyOpenUploads"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    completeUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `id` that the reservation of the upload returned.
                 * @example 9f2c4e7a1b3d5f60718293a4b5c6d7e8
                 */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        /** @description An empty JSON object; the body may be omitted. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UploadCompletionRequest"];
            };
        };
        responses: {
            /** @description The verified upload. Check `status`: a rejected file is also a 200. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidUploadCompletion"];
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["KeyNotPermitted"];
            404: components["responses"]["UploadNotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["StorageLimitReached"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your own id for this request, to find it again in logs. A value of 1 to 128 visible ASCII characters is echoed in the
                 *     response; any other is not refused but replaced with an id generated by the service.
                 * @example checkout-7f3a91
                 */
                "X-Request-Id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The `id` that the reservation of the upload returned.
                 * @example 9f2c4e7a1b3d5f60718293a4b5c6d7e8
                 */
                assetId: components["parameters"]["AssetId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The upload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidAssetId"];
            401: components["responses"]["Unauthenticated"];
            404: components["responses"]["UploadNotFound"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
}

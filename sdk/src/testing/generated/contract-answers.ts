// Generated from openapi/ by `node sdk/make-contract-answers.ts`. Do not edit: change the contract instead.

/** The named examples of each operation of the contract, good answers first. */
export const contractAnswers = {
  "getAccount": {
    "method": "get",
    "path": "/api/v1/me",
    "answers": {
      "account": {
        "status": 200,
        "body": {
          "id": "0mkz81c4q2w9e7r5t3y1u8io",
          "balance": "12.50",
          "currency": "USD"
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "getPricing": {
    "method": "get",
    "path": "/api/v1/pricing",
    "answers": {
      "pricing": {
        "status": 200,
        "body": {
          "currency": "USD",
          "products": [
            {
              "product": "image.generate",
              "unit": "image",
              "tiers": [
                {
                  "tier": "1k",
                  "unitPrice": "0.02"
                },
                {
                  "tier": "2k",
                  "unitPrice": "0.04"
                },
                {
                  "tier": "4k",
                  "unitPrice": "0.08"
                }
              ]
            },
            {
              "product": "image.transform",
              "unit": "image",
              "tiers": [
                {
                  "tier": "hd",
                  "unitPrice": "0.03"
                },
                {
                  "tier": "fhd",
                  "unitPrice": "0.05"
                }
              ]
            },
            {
              "product": "video.generate",
              "unit": "second",
              "tiers": [
                {
                  "tier": "480p",
                  "unitPrice": "0.03"
                },
                {
                  "tier": "512p",
                  "unitPrice": "0.035"
                },
                {
                  "tier": "720p",
                  "unitPrice": "0.05"
                },
                {
                  "tier": "1080p",
                  "unitPrice": "0.10"
                }
              ]
            },
            {
              "product": "video.transform",
              "unit": "second",
              "tiers": [
                {
                  "tier": "hd",
                  "unitPrice": "0.05"
                },
                {
                  "tier": "fhd",
                  "unitPrice": "0.10"
                }
              ]
            }
          ]
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "listEffects": {
    "method": "get",
    "path": "/api/v1/effects",
    "answers": {
      "effects": {
        "status": 200,
        "body": {
          "effects": [
            {
              "id": "watercolour",
              "name": "Watercolour",
              "description": "Transparent washes that pool darker at their edges, with pigment settling into the grain of white paper.",
              "surface": "image",
              "defaults": {
                "resolution": "hd"
              }
            },
            {
              "id": "push-in",
              "name": "Push in",
              "description": "The camera glides slowly towards the middle of the picture, the near parts passing by faster than the far ones.",
              "surface": "video",
              "defaults": {
                "resolution": "hd",
                "durationSeconds": 8
              }
            }
          ]
        }
      },
      "imageEffects": {
        "status": 200,
        "body": {
          "effects": [
            {
              "id": "watercolour",
              "name": "Watercolour",
              "description": "Transparent washes that pool darker at their edges, with pigment settling into the grain of white paper.",
              "surface": "image",
              "defaults": {
                "resolution": "hd"
              }
            }
          ]
        }
      },
      "videoEffects": {
        "status": 200,
        "body": {
          "effects": [
            {
              "id": "push-in",
              "name": "Push in",
              "description": "The camera glides slowly towards the middle of the picture, the near parts passing by faster than the far ones.",
              "surface": "video",
              "defaults": {
                "resolution": "hd",
                "durationSeconds": 8
              }
            }
          ]
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/surface",
              "message": "must be one of: image, video"
            }
          ]
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "listExamples": {
    "method": "get",
    "path": "/api/v1/examples",
    "answers": {
      "examples": {
        "status": 200,
        "body": {
          "examples": [
            {
              "id": "harbour-in-watercolour",
              "surface": "IMAGE",
              "title": "Harbour in watercolour",
              "caption": "A phone photo of a small harbour, painted in watercolour.",
              "parameter": "effectId",
              "request": {
                "effectId": "watercolour",
                "aspectRatio": "3:2"
              },
              "category": {
                "id": "painting",
                "label": "Painting",
                "sortOrder": 10
              },
              "input": {
                "assetId": "gallery-harbour-input"
              },
              "poster": null,
              "output": {
                "assetId": "gallery-harbour-output"
              },
              "blurredPoster": null,
              "blurredOutput": {
                "assetId": "gallery-harbour-output-blurred"
              },
              "width": 1280,
              "height": 853
            },
            {
              "id": "mountain-push-in",
              "surface": "VIDEO",
              "title": "Towards the summit",
              "caption": "A still of a mountain that comes slowly closer.",
              "parameter": "effectId",
              "request": {
                "effectId": "push-in",
                "durationSeconds": 8
              },
              "category": null,
              "input": {
                "assetId": "gallery-mountain-input"
              },
              "poster": {
                "assetId": "gallery-mountain-poster"
              },
              "output": {
                "assetId": "gallery-mountain-output"
              },
              "blurredPoster": {
                "assetId": "gallery-mountain-poster-blurred"
              },
              "blurredOutput": null,
              "width": null,
              "height": null
            }
          ]
        }
      },
      "noExamples": {
        "status": 200,
        "body": {
          "examples": []
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/surface",
              "message": "must be one of: image, video"
            }
          ]
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "generateImage": {
    "method": "post",
    "path": "/api/v1/images/generations",
    "answers": {
      "accepted": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "status": "QUEUED",
          "createdAt": "2026-03-14T09:26:53.589Z"
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/prompt",
              "message": "must have at least 1 character"
            },
            {
              "path": "/resolution",
              "message": "must be one of: 1k, 2k, 4k"
            }
          ]
        }
      },
      "idempotencyKeyTooLong": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/Idempotency-Key",
              "message": "must have at most 128 characters"
            }
          ]
        }
      },
      "INVALID_JSON": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_JSON",
          "message": "The request body is not a valid JSON object.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INSUFFICIENT_BALANCE": {
        "status": 402,
        "body": {
          "status": 402,
          "code": "INSUFFICIENT_BALANCE",
          "message": "The balance is too low to start this generation.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "IDEMPOTENCY_CONFLICT": {
        "status": 409,
        "body": {
          "status": 409,
          "code": "IDEMPOTENCY_CONFLICT",
          "message": "This Idempotency-Key was already used with different parameters; nothing was created or charged.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "status": 413,
        "body": {
          "status": 413,
          "code": "PAYLOAD_TOO_LARGE",
          "message": "The request body is larger than the service accepts.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNSUPPORTED_MEDIA_TYPE": {
        "status": 415,
        "body": {
          "status": 415,
          "code": "UNSUPPORTED_MEDIA_TYPE",
          "message": "The request body must be sent as application/json.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "RATE_LIMITED": {
        "status": 429,
        "body": {
          "status": 429,
          "code": "RATE_LIMITED",
          "message": "Too many generation requests; wait as Retry-After says.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TIER_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "TIER_UNAVAILABLE",
          "message": "This generation tier is currently unavailable.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "transformImage": {
    "method": "post",
    "path": "/api/v1/images/transformations",
    "answers": {
      "accepted": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "status": "QUEUED",
          "createdAt": "2026-03-14T09:26:53.589Z"
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/effectId",
              "message": "is required unless prompt is given"
            },
            {
              "path": "/prompt",
              "message": "is required unless effectId is given"
            }
          ]
        }
      },
      "idempotencyKeyTooLong": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/Idempotency-Key",
              "message": "must have at most 128 characters"
            }
          ]
        }
      },
      "INVALID_JSON": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_JSON",
          "message": "The request body is not a valid JSON object.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "ASSET_NOT_USABLE": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "ASSET_NOT_USABLE",
          "message": "No usable upload has this assetId: it must be one of: your own uploads with status READY.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/assetId",
              "message": "is not one of your uploads with status READY"
            }
          ]
        }
      },
      "EFFECT_NOT_USABLE": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "EFFECT_NOT_USABLE",
          "message": "No effect of this kind has this effectId; GET /api/v1/effects lists them.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/effectId",
              "message": "is not an effect for images"
            }
          ]
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INSUFFICIENT_BALANCE": {
        "status": 402,
        "body": {
          "status": 402,
          "code": "INSUFFICIENT_BALANCE",
          "message": "The balance is too low to start this generation.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "IDEMPOTENCY_CONFLICT": {
        "status": 409,
        "body": {
          "status": 409,
          "code": "IDEMPOTENCY_CONFLICT",
          "message": "This Idempotency-Key was already used with different parameters; nothing was created or charged.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "status": 413,
        "body": {
          "status": 413,
          "code": "PAYLOAD_TOO_LARGE",
          "message": "The request body is larger than the service accepts.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNSUPPORTED_MEDIA_TYPE": {
        "status": 415,
        "body": {
          "status": 415,
          "code": "UNSUPPORTED_MEDIA_TYPE",
          "message": "The request body must be sent as application/json.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "RATE_LIMITED": {
        "status": 429,
        "body": {
          "status": 429,
          "code": "RATE_LIMITED",
          "message": "Too many generation requests; wait as Retry-After says.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TIER_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "TIER_UNAVAILABLE",
          "message": "This generation tier is currently unavailable.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "generateVideo": {
    "method": "post",
    "path": "/api/v1/videos/generations",
    "answers": {
      "accepted": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "status": "QUEUED",
          "createdAt": "2026-03-14T09:26:53.589Z"
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/durationSeconds",
              "message": "must be at most 15"
            }
          ]
        }
      },
      "idempotencyKeyTooLong": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/Idempotency-Key",
              "message": "must have at most 128 characters"
            }
          ]
        }
      },
      "INVALID_JSON": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_JSON",
          "message": "The request body is not a valid JSON object.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INSUFFICIENT_BALANCE": {
        "status": 402,
        "body": {
          "status": 402,
          "code": "INSUFFICIENT_BALANCE",
          "message": "The balance is too low to start this generation.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "IDEMPOTENCY_CONFLICT": {
        "status": 409,
        "body": {
          "status": 409,
          "code": "IDEMPOTENCY_CONFLICT",
          "message": "This Idempotency-Key was already used with different parameters; nothing was created or charged.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "status": 413,
        "body": {
          "status": 413,
          "code": "PAYLOAD_TOO_LARGE",
          "message": "The request body is larger than the service accepts.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNSUPPORTED_MEDIA_TYPE": {
        "status": 415,
        "body": {
          "status": 415,
          "code": "UNSUPPORTED_MEDIA_TYPE",
          "message": "The request body must be sent as application/json.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "RATE_LIMITED": {
        "status": 429,
        "body": {
          "status": 429,
          "code": "RATE_LIMITED",
          "message": "Too many generation requests; wait as Retry-After says.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TIER_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "TIER_UNAVAILABLE",
          "message": "This generation tier is currently unavailable.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "transformVideo": {
    "method": "post",
    "path": "/api/v1/videos/transformations",
    "answers": {
      "accepted": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "status": "QUEUED",
          "createdAt": "2026-03-14T09:26:53.589Z"
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/durationSeconds",
              "message": "must be one of: 5, 8"
            }
          ]
        }
      },
      "idempotencyKeyTooLong": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/Idempotency-Key",
              "message": "must have at most 128 characters"
            }
          ]
        }
      },
      "INVALID_JSON": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_JSON",
          "message": "The request body is not a valid JSON object.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "ASSET_NOT_USABLE": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "ASSET_NOT_USABLE",
          "message": "No usable upload has this assetId: it must be one of: your own uploads with status READY.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/assetId",
              "message": "is not one of your uploads with status READY"
            }
          ]
        }
      },
      "EFFECT_NOT_USABLE": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "EFFECT_NOT_USABLE",
          "message": "No effect of this kind has this effectId; GET /api/v1/effects lists them.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/effectId",
              "message": "is not an effect for videos"
            }
          ]
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INSUFFICIENT_BALANCE": {
        "status": 402,
        "body": {
          "status": 402,
          "code": "INSUFFICIENT_BALANCE",
          "message": "The balance is too low to start this generation.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "IDEMPOTENCY_CONFLICT": {
        "status": 409,
        "body": {
          "status": 409,
          "code": "IDEMPOTENCY_CONFLICT",
          "message": "This Idempotency-Key was already used with different parameters; nothing was created or charged.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "status": 413,
        "body": {
          "status": 413,
          "code": "PAYLOAD_TOO_LARGE",
          "message": "The request body is larger than the service accepts.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNSUPPORTED_MEDIA_TYPE": {
        "status": 415,
        "body": {
          "status": 415,
          "code": "UNSUPPORTED_MEDIA_TYPE",
          "message": "The request body must be sent as application/json.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "RATE_LIMITED": {
        "status": 429,
        "body": {
          "status": 429,
          "code": "RATE_LIMITED",
          "message": "Too many generation requests; wait as Retry-After says.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TIER_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "TIER_UNAVAILABLE",
          "message": "This generation tier is currently unavailable.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "getTask": {
    "method": "get",
    "path": "/api/v1/tasks/:taskId",
    "answers": {
      "succeededImage": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "image.generate",
          "status": "SUCCEEDED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": {
            "images": [
              {
                "url": "https://media.example.com/results/0mmq4g51x7fq3n8w5z1v6yek/0.png?expires=1773484021&signature=6f1d0c9b8a7e",
                "contentType": "image/png",
                "sizeBytes": 1482133
              }
            ]
          },
          "error": null
        }
      },
      "succeededVideo": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "video.transform",
          "status": "SUCCEEDED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": {
            "videos": [
              {
                "url": "https://media.example.com/results/0mmq4g51x7fq3n8w5z1v6yek/0.mp4?expires=1773484021&signature=0a9b8c7d6e5f",
                "contentType": "video/mp4",
                "sizeBytes": 5240871
              }
            ]
          },
          "error": null
        }
      },
      "queued": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "image.generate",
          "status": "QUEUED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": null,
          "completedAt": null,
          "output": null,
          "error": null
        }
      },
      "processing": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "video.generate",
          "status": "PROCESSING",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": null,
          "output": null,
          "error": null
        }
      },
      "failedInvalidInput": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "image.transform",
          "status": "FAILED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": null,
          "error": {
            "code": "INVALID_INPUT",
            "message": "The prompt was rejected by the content policy of the generation engine."
          }
        }
      },
      "failedGenerationFailed": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "image.generate",
          "status": "FAILED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": null,
          "error": {
            "code": "GENERATION_FAILED",
            "message": "The generation ran but produced no result."
          }
        }
      },
      "failedProviderUnavailable": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "video.generate",
          "status": "FAILED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": null,
          "error": {
            "code": "PROVIDER_UNAVAILABLE",
            "message": "The generation engine could not be reached."
          }
        }
      },
      "failedProviderSubmitAmbiguous": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "video.generate",
          "status": "FAILED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": null,
          "error": {
            "code": "PROVIDER_SUBMIT_AMBIGUOUS",
            "message": "It could not be confirmed that the engine took the job, so it was not sent again."
          }
        }
      },
      "failedNoProviderConfigured": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "video.transform",
          "status": "FAILED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": null,
          "error": {
            "code": "NO_PROVIDER_CONFIGURED",
            "message": null
          }
        }
      },
      "failedWorkerTimeout": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "image.generate",
          "status": "FAILED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": "2026-03-14T09:26:53.612Z",
          "completedAt": "2026-03-14T09:36:53.700Z",
          "output": null,
          "error": {
            "code": "WORKER_TIMEOUT",
            "message": "The task did not come to an end within the allowed attempts."
          }
        }
      },
      "cancelled": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "type": "image.generate",
          "status": "CANCELLED",
          "createdAt": "2026-03-14T09:26:53.589Z",
          "startedAt": null,
          "completedAt": "2026-03-14T09:27:01.240Z",
          "output": null,
          "error": null
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/taskId",
              "message": "must have at most 64 characters"
            }
          ]
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TASK_NOT_FOUND": {
        "status": 404,
        "body": {
          "status": 404,
          "code": "TASK_NOT_FOUND",
          "message": "There is no such task.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "cancelTask": {
    "method": "post",
    "path": "/api/v1/tasks/:taskId/cancel",
    "answers": {
      "cancelled": {
        "status": 200,
        "body": {
          "id": "0mmq4g51x7fq3n8w5z1v6yek",
          "status": "CANCELLED"
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/taskId",
              "message": "must have at most 64 characters"
            }
          ]
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TASK_NOT_FOUND": {
        "status": 404,
        "body": {
          "status": 404,
          "code": "TASK_NOT_FOUND",
          "message": "There is no such task.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "TASK_NOT_CANCELLABLE": {
        "status": 409,
        "body": {
          "status": 409,
          "code": "TASK_NOT_CANCELLABLE",
          "message": "Only a queued task can be cancelled; this one has already started or ended.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "createUpload": {
    "method": "post",
    "path": "/api/v1/uploads",
    "answers": {
      "reserved": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "uploadUrl": "https://media.example.com/uploads/9f2c4e7a1b3d5f60718293a4b5c6d7e8?contentType=image%2Fjpeg&expires=1773481313&signature=b3c2d1e0f9a8",
          "method": "PUT",
          "expiresAt": "2026-03-14T09:41:53.589Z"
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/contentType",
              "message": "must be one of: image/jpeg, image/png, image/webp"
            }
          ]
        }
      },
      "INVALID_JSON": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_JSON",
          "message": "The request body is not a valid JSON object.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "status": 413,
        "body": {
          "status": 413,
          "code": "PAYLOAD_TOO_LARGE",
          "message": "The request body is larger than the service accepts.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNSUPPORTED_MEDIA_TYPE": {
        "status": 415,
        "body": {
          "status": 415,
          "code": "UNSUPPORTED_MEDIA_TYPE",
          "message": "The request body must be sent as application/json.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "completeUpload": {
    "method": "post",
    "path": "/api/v1/uploads/:assetId/complete",
    "answers": {
      "ready": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "READY",
          "contentType": "image/jpeg",
          "sizeBytes": 2411724,
          "width": 4032,
          "height": 3024,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": "2026-03-14T09:27:10.021Z",
          "error": null
        }
      },
      "invalidUnsupportedFormat": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "UNSUPPORTED_FORMAT"
          }
        }
      },
      "invalidContentTypeMismatch": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "CONTENT_TYPE_MISMATCH"
          }
        }
      },
      "invalidFileTooLarge": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "FILE_TOO_LARGE"
          }
        }
      },
      "invalidFileTooSmall": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "FILE_TOO_SMALL"
          }
        }
      },
      "invalidDimensionsOutOfRange": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "DIMENSIONS_OUT_OF_RANGE"
          }
        }
      },
      "expired": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "EXPIRED",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "UPLOAD_EXPIRED"
          }
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/assetId",
              "message": "must have at most 64 characters"
            }
          ]
        }
      },
      "INVALID_JSON": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_JSON",
          "message": "The request body is not a valid JSON object.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UPLOAD_NOT_RECEIVED": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "UPLOAD_NOT_RECEIVED",
          "message": "The file has not arrived yet: PUT it to the uploadUrl, then complete the upload again.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UPLOAD_NOT_FOUND": {
        "status": 404,
        "body": {
          "status": 404,
          "code": "UPLOAD_NOT_FOUND",
          "message": "There is no such upload.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "PAYLOAD_TOO_LARGE": {
        "status": 413,
        "body": {
          "status": 413,
          "code": "PAYLOAD_TOO_LARGE",
          "message": "The request body is larger than the service accepts.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UNSUPPORTED_MEDIA_TYPE": {
        "status": 415,
        "body": {
          "status": 415,
          "code": "UNSUPPORTED_MEDIA_TYPE",
          "message": "The request body must be sent as application/json.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  },
  "getUpload": {
    "method": "get",
    "path": "/api/v1/uploads/:assetId",
    "answers": {
      "ready": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "READY",
          "contentType": "image/jpeg",
          "sizeBytes": 2411724,
          "width": 4032,
          "height": 3024,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": "2026-03-14T09:27:10.021Z",
          "error": null
        }
      },
      "pending": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "PENDING",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": null
        }
      },
      "invalidUnsupportedFormat": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "UNSUPPORTED_FORMAT"
          }
        }
      },
      "invalidContentTypeMismatch": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "CONTENT_TYPE_MISMATCH"
          }
        }
      },
      "invalidFileTooLarge": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "FILE_TOO_LARGE"
          }
        }
      },
      "invalidFileTooSmall": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "FILE_TOO_SMALL"
          }
        }
      },
      "invalidDimensionsOutOfRange": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "INVALID",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "DIMENSIONS_OUT_OF_RANGE"
          }
        }
      },
      "expired": {
        "status": 200,
        "body": {
          "id": "9f2c4e7a1b3d5f60718293a4b5c6d7e8",
          "status": "EXPIRED",
          "contentType": "image/jpeg",
          "sizeBytes": null,
          "width": null,
          "height": null,
          "createdAt": "2026-03-14T09:26:53.589Z",
          "expiresAt": "2026-03-14T09:41:53.589Z",
          "verifiedAt": null,
          "error": {
            "code": "UPLOAD_EXPIRED"
          }
        }
      },
      "INVALID_REQUEST": {
        "status": 400,
        "body": {
          "status": 400,
          "code": "INVALID_REQUEST",
          "message": "The request does not meet the contract; see details.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e",
          "details": [
            {
              "path": "/assetId",
              "message": "must have at most 64 characters"
            }
          ]
        }
      },
      "UNAUTHENTICATED": {
        "status": 401,
        "body": {
          "status": 401,
          "code": "UNAUTHENTICATED",
          "message": "A valid API key is required: Authorization: Bearer <API_KEY>.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "UPLOAD_NOT_FOUND": {
        "status": 404,
        "body": {
          "status": 404,
          "code": "UPLOAD_NOT_FOUND",
          "message": "There is no such upload.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "INTERNAL": {
        "status": 500,
        "body": {
          "status": 500,
          "code": "INTERNAL",
          "message": "The service failed to answer; the requestId names the failure in its log.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      },
      "SERVICE_UNAVAILABLE": {
        "status": 503,
        "body": {
          "status": 503,
          "code": "SERVICE_UNAVAILABLE",
          "message": "The service is temporarily unavailable; try again shortly.",
          "requestId": "4be0a71c93d25f68be17a04c6d92f35e"
        }
      }
    }
  }
} as const
